"""Recall@1 and recall@5 by cosine alone, on sets that are not learnt from."""
import torch


def recall(scores, groups):
    top = scores.topk(min(5, len(scores))).indices.tolist()
    found = lambda places: sum(bool(set(places) & set(group)) for group in groups) / len(groups)
    return found(top[:1]), found(top)


@torch.no_grad()
def measure(sets, vectors):
    """`vectors` makes vectors of lines of text. The result has, by set and part: recall@1, recall@5, queries."""
    report = {}
    for name, catalogue in sets.items():
        scores = vectors([query for query, _, _ in catalogue["queries"]]) @ vectors(catalogue["documents"]).T
        parts = {}
        for row, (_, groups, part) in enumerate(catalogue["queries"]):
            parts.setdefault(f"{name} {part}".strip(), []).append(recall(scores[row], groups))
        for part, rows in parts.items():
            first, fifth = (round(100 * sum(row[place] for row in rows) / len(rows), 1) for place in (0, 1))
            report[part] = [first, fifth, len(rows)]
    return report


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
