"""Trains the encoder: tunes gte-small on requests and their tools, then distils it into six of its twelve layers.

python train.py DATA OUT [--teacher-steps N] [--table-steps N] [--student-steps N] [--without-everyday]
python train.py DATA OUT --as-shipped
DATA holds gte.npz.xz, tokenizer.json, texts.txt, pairs.tsv, embedding-table.bin, everyday/ and sets/ (see README.md).
"""
import argparse
import json
import os
import random
import time

import numpy as np
import torch
from tokenizers import Tokenizer

import texts
import weights
from learn import Batches, Nothing, Teacher, Unanswerable, apart, set_rate
from measure import held_set, measure
from models import Tokens, device, encode, encode_all, encode_by_length, make_model, weights_of
from static_table import Table, rounded, tune_table

ALL_LAYERS = list(range(12))
STUDENT_LAYERS = [1, 3, 5, 7, 9, 11]
started = time.time()


def say(*parts):
    print(f"[{time.time() - started:.0f} s]", *parts, flush=True)


def tune(base_weights, base, pairs, ids, batches, unanswerable, steps, size=1024, rate=5e-5, anchor=6.0, temperature=0.03):
    """
    The teacher: requests come nearer to their tools, those that no tool answers go away from all of them, and everything
    else stays where gte-small has it.
    """
    torch.manual_seed(3)
    model = make_model(base_weights, ALL_LAYERS)
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.01, fused=True)
    # Written requests may move further: what gte-small makes of them is what has to change.
    held_back = torch.tensor([0.3 if kind == "everyday" else 1.0 for kind in pairs.kinds], device=device)
    nothing = Nothing(0.82, temperature)
    for step in range(steps):
        set_rate(optimiser, rate, step, steps)
        chosen, numbers = batches.draw(size)
        queries, candidates = encode(model, ids["queries"][chosen]), encode_by_length(model, ids["documents"][numbers])
        loss, scores, _ = batches.contrast(queries, candidates, chosen, numbers, temperature)
        refused = torch.zeros((), device=device)
        if len(ids["unanswerable"]) > 0:
            asked, near = unanswerable.draw(96)
            tempting = encode_by_length(model, ids["documents"][near.flatten()]).view(*near.shape, -1)
            unanswered = encode(model, ids["unanswerable"][asked])
            refused = nothing.contrast(scores, batches.is_written[chosen], unanswered, tempting)
        with torch.no_grad():
            before = encode(base, ids["queries"][chosen])
        drift = (held_back[chosen] * (1 - (queries * before).sum(1))).mean() + apart(candidates, batches.base_documents[numbers])
        optimiser.zero_grad(set_to_none=True)
        (loss + anchor * drift + 0.5 * refused).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        nothing.step()
    say("teacher: loss", round(loss.item(), 3), "drift", round(drift.item(), 3), "refused", round(refused.item(), 3))
    return model


def distil(teacher_weights, teacher, ids, batches, steps, size=1024, rate=2e-4, near=4.0, own=0.2, temperature=0.04):
    """The student: some of the teacher's layers, which learn to give its vectors and its order of documents."""
    torch.manual_seed(5)
    model = make_model(teacher_weights, STUDENT_LAYERS)
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.01, fused=True)
    for step in range(steps):
        set_rate(optimiser, rate, step, steps)
        if step == int(0.7 * steps):
            round_words(model)  # the layers then learn to live with words in four bits
        chosen, numbers = batches.draw(size)
        queries, candidates = encode(model, ids["queries"][chosen]), encode_by_length(model, ids["documents"][numbers])
        loss, scores, same = batches.contrast(queries, candidates, chosen, numbers, temperature)
        some = torch.randint(len(ids["texts"]), (768,), device=device)
        distance = apart(queries, teacher.queries[chosen]) + apart(candidates, teacher.documents[numbers])
        distance = distance + apart(encode(model, ids["texts"][some]), teacher.texts[some])
        if len(ids["unanswerable"]) > 0:
            asked = torch.randint(len(ids["unanswerable"]), (128,), device=device)
            distance = distance + 0.5 * apart(encode(model, ids["unanswerable"][asked]), teacher.unanswerable[asked])
        optimiser.zero_grad(set_to_none=True)
        (teacher.imitation(scores, same, chosen, numbers) + own * loss + near * distance).backward()
        torch.nn.utils.clip_grad_norm_([p for p in model.parameters() if p.requires_grad], 1.0)
        optimiser.step()
    say("student: loss", round(loss.item(), 3), "distance", round(distance.item(), 3))
    return model


def round_words(model):
    rows = model.embeddings.word_embeddings.weight
    codes, scales = weights.rounded(rows.detach().cpu().numpy(), weights.WORD_LEVELS)
    rows.data.copy_(torch.tensor(weights.restored(codes, scales)))
    rows.requires_grad_(False)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("data")
    arguments.add_argument("out")
    arguments.add_argument("--teacher-steps", type=int, default=550)
    arguments.add_argument("--table-steps", type=int, default=800)
    arguments.add_argument("--student-steps", type=int, default=2500)
    arguments.add_argument("--without-everyday", action="store_true")
    arguments.add_argument("--as-shipped", action="store_true", help="what the shipped weights learnt from, and as long")
    options = arguments.parse_args()
    if options.as_shipped:
        options.teacher_steps, options.student_steps = 450, 2100
    random.seed(1), np.random.seed(1), torch.manual_seed(1)
    torch.backends.cuda.matmul.allow_tf32 = True
    place = lambda name: os.path.join(options.data, name)

    pairs = texts.Pairs()
    texts.add_operations(pairs, place("pairs.tsv"))
    everyday = texts.Pairs() if options.without_everyday else pairs
    held = texts.add_everyday(everyday, place("everyday"), only_first=options.as_shipped)
    texts.add_joined(pairs, 5000)
    lines = open(place("texts.txt")).read().splitlines()
    tokens = Tokens(Tokenizer.from_file(place("tokenizer.json")))
    kinds = {"queries": pairs.queries, "documents": pairs.documents, "unanswerable": pairs.unanswerable}
    ids = {kind: tokens.ids(of_kind, 96) for kind, of_kind in kinds.items()} | {"texts": tokens.ids(lines, 48)}
    sets = {**texts.read_sets(place("sets")), "held servers": held_set(held)}
    report = {}

    def record(title, vectors):
        report[title] = measure(sets, vectors)
        say(title, json.dumps(report[title]))

    by_model = lambda model: lambda lines: encode_all(model, tokens.ids(lines, 96))
    say(*(f"{len(of_kind)} {kind}" for kind, of_kind in ids.items()))

    base_weights = weights.read(place("gte.npz.xz"))
    base = make_model(base_weights, ALL_LAYERS)
    record("gte-small", by_model(base))
    batches = Batches(pairs, encode_all(base, ids["documents"]))
    batches.mine(encode_all(base, ids["queries"]), batches.base_documents)
    unanswerable = Unanswerable(pairs, encode_all(base, ids["unanswerable"]), batches.base_documents)
    model = tune(base_weights, base, pairs, ids, batches, unanswerable, options.teacher_steps)
    record("teacher", by_model(model))

    teacher = Teacher(*(encode_all(model, ids[kind]) for kind in ("queries", "documents", "texts", "unanswerable")))
    batches.mine(teacher.queries, teacher.documents)
    if options.table_steps > 0:
        table = Table(place("embedding-table.bin"))
        by_table = lambda rows: lambda lines: table.vectors(table.ids(lines, 96), rows)
        record("table before", by_table(table.first))
        table_ids = {kind: table.ids(of_kind, 96) for kind, of_kind in kinds.items()} | {"texts": table.ids(lines, 64)}
        tune_table(table, table_ids, batches, teacher, options.table_steps)
        record("table", by_table(rounded(table.rows.detach())))
        table.rows.detach().cpu().numpy().astype(np.float32).tofile(os.path.join(options.out, "table.f32"))

    student = distil(weights_of(model), teacher, ids, batches, options.student_steps)
    path = os.path.join(options.out, "encoder.npz.xz")
    weights.write(weights_of(student), path)
    record("student", by_model(make_model(weights.read(path), list(range(len(STUDENT_LAYERS))))))
    json.dump(report, open(os.path.join(options.out, "report.json"), "w"), indent=1)


main()
