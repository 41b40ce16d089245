"""Moves the rows of a static embedding table so that requests come nearer to their tools, guided by the teacher."""
import json
import struct

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from learn import apart, device, set_rate


def read_table(path):
    """Vocabulary and rows of the format that training/README.md describes."""
    data = open(path, "rb").read()
    if data[:4] != b"SEMB":
        raise ValueError(f"{path} is no embedding table")
    (length,) = struct.unpack("<I", data[4:8])
    header = json.loads(data[8 : 8 + length])
    at = 8 + length
    vocabulary = data[at : at + header["vocabBytes"]].decode().split("\n")
    at += header["vocabBytes"]
    scales = np.frombuffer(data, np.float32, header["n"], at)
    packed = np.frombuffer(data, np.uint8, header["n"] * header["dim"] // 2, at + 4 * header["n"]).reshape(header["n"], -1)
    rows = np.empty((header["n"], header["dim"]), np.float32)
    rows[:, 0::2] = (packed & 15).astype(np.float32) - 8
    rows[:, 1::2] = (packed >> 4).astype(np.float32) - 8
    return vocabulary, rows * scales[:, None]


def rounded(rows):
    """Rows in four bits, each with the best of several scales."""
    peak = rows.abs().amax(1, keepdim=True).clamp(min=1e-9)
    tries = []
    for part in (1.0, 0.9, 0.8, 0.7, 0.6):
        scale = peak * part / 7
        tries.append((rows / scale).round().clamp(-7, 7) * scale)
    tries = torch.stack(tries)
    best = ((tries - rows) ** 2).sum(2).argmin(0)
    return tries[best, torch.arange(len(rows), device=rows.device)]


class Table:
    def __init__(self, path):
        vocabulary, rows = read_table(path)
        self.blank = len(rows)
        numbers = {piece: number for number, piece in enumerate(vocabulary)}
        pieces = models.WordPiece({**numbers, "[UNK]": self.blank}, unk_token="[UNK]", max_input_chars_per_word=100)
        self.tokenizer = Tokenizer(pieces)
        self.tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True, strip_accents=True)
        self.tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        self.rows = torch.nn.Parameter(torch.tensor(rows, device=device))
        self.first = self.rows.detach().clone()

    def ids(self, lines, length):
        ids = np.full((len(lines), length), self.blank, np.int64)
        for row, encoding in enumerate(self.tokenizer.encode_batch(lines)):
            pieces = encoding.ids[:length]
            ids[row, : len(pieces)] = pieces
        return torch.tensor(ids, device=device)

    def vectors(self, ids, rows=None, drop=0.0):
        """Unit vectors: the sum of a text's rows. `drop` leaves out a share of them."""
        known = ids != self.blank
        if drop > 0:
            known = known & (torch.rand(ids.shape, device=device) >= drop)
        rows = self.rows if rows is None else rows
        summed = F.embedding_bag(ids.clamp(max=self.blank - 1), rows, per_sample_weights=known.float(), mode="sum")
        return F.normalize(summed + 1e-9, dim=1)


def tune_table(table, ids, batches, teacher, steps, size=4096, rate=1e-3, temperature=0.06, own=0.5, near=3.0):
    optimiser = torch.optim.Adam([table.rows], lr=rate)
    for step in range(steps):
        set_rate(optimiser, rate, step, steps)
        chosen, numbers = batches.draw(size)
        queries, candidates = table.vectors(ids["queries"][chosen], drop=0.1), table.vectors(ids["documents"][numbers], drop=0.05)
        loss, scores, same = batches.contrast(queries, candidates, chosen, numbers, temperature)
        some = ids["texts"][torch.randint(len(ids["texts"]), (4096,), device=device)]
        drift = apart(table.vectors(some), table.vectors(some, table.first))
        optimiser.zero_grad(set_to_none=True)
        (teacher.imitation(scores, same, chosen, numbers) + own * loss + near * drift).backward()
        optimiser.step()
