"""Weights of BERT models: read from ONNX, read from and written to the exchange format of `npm run encoder:pack`."""
import io
import lzma
import sys

import numpy as np

GROUP = 64  # inputs that share a scale
LEVELS, WORD_LEVELS = 127, 7  # steps to each side of zero: eight bits, and four for words


def _fields(data):
    """The fields of a protobuf message: (number, value)."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        key = varint()
        number, kind = key >> 3, key & 7
        if kind == 0:
            yield number, varint()
            continue
        length = {1: 8, 5: 4}.get(kind) or varint()
        yield number, data[at : at + length]
        at += length


def _tensor(message):
    dims, name, raw, floats = [], "", None, b""
    kind = None
    for number, value in _fields(message):
        if number == 1 and isinstance(value, int):
            dims.append(value)
        elif number == 2:
            kind = value
        elif number == 4:
            floats += bytes(value)
        elif number == 8:
            name = bytes(value).decode()
        elif number == 9:
            raw = bytes(value)
    if kind != 1:
        return name, None
    return name, np.frombuffer(floats if raw is None else raw, np.float32).reshape(dims)


def _node(message):
    inputs, operation, name = [], "", ""
    for number, value in _fields(message):
        if number == 1:
            inputs.append(bytes(value).decode())
        elif number == 3:
            name = bytes(value).decode()
        elif number == 4:
            operation = bytes(value).decode()
    return operation, inputs, name


def read_onnx(path, positions=160):
    """The weights of a BERT in an ONNX file, by the names of Hugging Face's BertModel."""
    model = memoryview(open(path, "rb").read())
    graph = next(value for number, value in _fields(model) if number == 7)
    tensors, nodes = {}, []
    for number, value in _fields(graph):
        if number == 5:
            name, tensor = _tensor(value)
            if tensor is not None:
                tensors[name] = tensor
        elif number == 1:
            nodes.append(_node(value))
    weights = {name: tensor for name, tensor in tensors.items() if "." in name and "onnx::" not in name and tensor.ndim}
    for operation, inputs, name in nodes:
        matrix = next((tensors[given] for given in inputs if given in tensors), None)
        if operation == "MatMul" and matrix is not None:
            weights[name.strip("/").replace("/", ".").replace(".MatMul", "") + ".weight"] = matrix.T.copy()
    place = "embeddings.position_embeddings.weight"
    weights[place] = weights[place][:positions]
    return weights


def rounded(matrix, levels):
    """Codes and scales of a matrix: `levels` steps to each side for every 64 inputs."""
    groups = matrix.reshape(matrix.shape[0], -1, GROUP)
    scales = (np.abs(groups).max(2) / levels).astype(np.float16)
    scales[scales == 0] = 1e-4
    codes = np.clip(np.round(groups / scales.astype(np.float32)[:, :, None]), -levels, levels).astype(np.int8)
    return codes.reshape(matrix.shape), scales


def restored(codes, scales):
    groups = codes.astype(np.float32).reshape(codes.shape[0], -1, GROUP)
    return (groups * scales.astype(np.float32)[:, :, None]).reshape(codes.shape)


def write(weights, path, word_levels=WORD_LEVELS):
    """Matrices in codes with scales, everything else in floats, packed by xz."""
    arrays = {}
    for name, value in weights.items():
        value = np.asarray(value, np.float32)
        if value.ndim == 2 and value.shape[1] % GROUP == 0:
            arrays[f"q:{name}"], arrays[f"s:{name}"] = rounded(value, word_levels if "word_emb" in name else LEVELS)
        else:
            arrays[f"f:{name}"] = value
    file = io.BytesIO()
    np.savez(file, **arrays)
    open(path, "wb").write(lzma.compress(file.getvalue(), preset=1))


def read(path):
    arrays = np.load(io.BytesIO(lzma.open(path).read()))
    weights = {}
    for key in arrays.files:
        kind, name = key[:2], key[2:]
        if kind == "f:":
            weights[name] = arrays[key]
        elif kind == "q:":
            weights[name] = restored(arrays[key], arrays[f"s:{name}"])
    return weights


if __name__ == "__main__":
    # python weights.py MODEL.onnx OUT.npz.xz
    write(read_onnx(sys.argv[1]), sys.argv[2], word_levels=LEVELS)
