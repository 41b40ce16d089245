"""BERT models on the GPU: built from named weights, with all layers or some, and vectors of texts by mean pooling."""
import numpy as np
import torch
import torch.nn.functional as F
from transformers import BertConfig, BertModel

device = "cuda"
WIDTH = 384


def make_model(weights, layers):
    """A model of the given layers of named weights, in that order."""
    config = BertConfig(
        vocab_size=30522, hidden_size=WIDTH, num_hidden_layers=len(layers), num_attention_heads=12, intermediate_size=1536,
        max_position_embeddings=160, attention_probs_dropout_prob=0.0, hidden_dropout_prob=0.0,
    )
    model = BertModel(config, add_pooling_layer=False)
    chosen = {}
    for name, value in weights.items():
        parts = name.split(".")
        if parts[0] == "encoder":
            if int(parts[2]) not in layers:
                continue
            parts[2] = str(layers.index(int(parts[2])))
        chosen[".".join(parts)] = torch.as_tensor(value)
    missing = [name for name in model.load_state_dict(chosen, strict=False).missing_keys if "position_ids" not in name]
    if missing:
        raise ValueError(f"The weights lack {', '.join(missing)}")
    return model.to(device)


def weights_of(model):
    return {name: value.detach().float().cpu().numpy() for name, value in model.state_dict().items() if value.is_floating_point()}


def encode(model, ids):
    """Unit vectors of token ids, which are filled up with zeros."""
    mask = ids != 0
    length = int(mask.sum(1).max())
    ids, mask = ids[:, :length].long(), mask[:, :length]
    with torch.autocast(device, torch.bfloat16):
        hidden = model(input_ids=ids, attention_mask=mask.long()).last_hidden_state
    summed = (hidden.float() * mask[:, :, None]).sum(1)
    return F.normalize(summed / mask.sum(1, keepdim=True).clamp(min=1), dim=1)


def encode_by_length(model, ids, parts=3):
    """The same in parts of similar length, which saves padding."""
    order = torch.argsort((ids != 0).sum(1))
    vectors = torch.cat([encode(model, ids[part]) for part in order.chunk(parts)])
    return vectors[torch.argsort(order)]


@torch.no_grad()
def encode_all(model, ids, batch=4096):
    model.eval()
    vectors = torch.zeros(len(ids), WIDTH, device=device)
    if len(ids) == 0:
        return vectors
    for part in torch.argsort((ids != 0).sum(1)).split(batch):
        vectors[part] = encode(model, ids[part])
    return vectors


class Tokens:
    """Token ids of lines of text, as the model wants them."""

    def __init__(self, tokenizer):
        self.tokenizer = tokenizer
        tokenizer.no_padding()
        tokenizer.no_truncation()

    def ids(self, lines, length):
        ids = np.zeros((len(lines), length), np.int32)
        for row, encoding in enumerate(self.tokenizer.encode_batch(lines)):
            pieces = encoding.ids
            if len(pieces) > length:
                pieces = [*pieces[: length - 1], pieces[-1]]
            ids[row, : len(pieces)] = pieces
        return torch.tensor(ids, device=device)
