"""Recall@1 and recall@5 by cosine alone, and how well it tells unanswerable requests, on sets that are not learnt from."""
import torch


def recall(scores, groups):
    top = scores.topk(min(5, len(scores))).indices.tolist()
    found = lambda places: sum(bool(set(places) & set(group)) for group in groups) / len(groups)
    return found(top[:1]), found(top)


@torch.no_grad()
def measure(sets, vectors):
    """
    `vectors` makes vectors of lines of text. The result has, by set and part: recall@1, recall@5, queries; and by half: how
    often an everyday request whose tool comes first is nearer to it than an unanswerable one of the same set is to any.
    """
    report, separations = {}, {}
    for name, catalogue in sets.items():
        documents = vectors(catalogue["documents"])
        scores = vectors([query for query, _, _ in catalogue["queries"]]) @ documents.T
        for half, pairs in separate(catalogue, scores, vectors, documents).items():
            separations.setdefault(half, []).append(pairs)
        parts = {}
        for row, (_, groups, part) in enumerate(catalogue["queries"]):
            parts.setdefault(f"{name} {part}".strip(), []).append(recall(scores[row], groups))
        for part, rows in parts.items():
            first, fifth = (round(100 * sum(row[place] for row in rows) / len(rows), 1) for place in (0, 1))
            report[part] = [first, fifth, len(rows)]
    for half, pairs in separations.items():
        report[f"separation {half}"] = round(100 * torch.cat(pairs).float().mean().item(), 1)
    return report


def separate(catalogue, scores, vectors, documents):
    """By half: for each pair of a found everyday request and an unanswerable one, whether the first is nearer to its tool."""
    pairs = {}
    for half in ("open", "held"):
        asked = [query for query, of in catalogue.get("unanswerable", []) if of == half]
        rows = [row for row, (_, groups, part) in enumerate(catalogue["queries"])
                if part == f"everyday {half}" and recall(scores[row], groups)[0] == 1]
        if asked and rows:
            nearest = (vectors(asked) @ documents.T).max(1).values
            pairs[half] = (scores[rows].max(1).values[:, None] > nearest[None]).flatten()
    return pairs


def held_set(held):
    """The catalogues that were kept aside, as one."""
    documents, queries = [], []
    from texts import document

    for server, catalogue in held.items():
        places = {}
        for name, description in catalogue["tools"]:
            places[name] = len(documents)
            documents.append(document(f"{server} {name}", description))
        queries += [(request, [[places[tool]]], "") for request, tool in catalogue["queries"] if tool in places]
    return {"documents": documents, "queries": queries}
