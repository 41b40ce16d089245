"""Batches and losses that teacher, student and table share."""
import random

import torch
import torch.nn.functional as F

device = "cuda"
SHARES = {"operation": 0.22, "worded": 0.28, "everyday": 0.35, "joined": 0.15}
# Several servers do the same: a tool that reads nearly like the right one is no counterexample.
LIKE = 0.95


class Batches:
    """Draws requests of each kind, each with a near but wrong document."""

    def __init__(self, pairs, base_documents):
        self.wrong = pairs.wrong
        self.golds = torch.tensor(pairs.golds, device=device)
        self.also = torch.tensor([(others + [-1, -1])[:2] for others in pairs.also], device=device)
        self.base_documents = base_documents
        self.is_written = torch.tensor([kind == "everyday" for kind in pairs.kinds], device=device)
        kinds = {kind: [i for i, own in enumerate(pairs.kinds) if own == kind] for kind in SHARES}
        self.places = {kind: torch.tensor(indexes, device=device) for kind, indexes in kinds.items() if indexes}
        self.total = sum(SHARES[kind] for kind in self.places)

    def mine(self, queries, documents, count=24):
        """Finds for each request the nearest wrong documents. What is much nearer than the right one may be right, too."""
        self.near = torch.zeros(len(self.golds), count, dtype=torch.long, device=device)
        for start in range(0, len(self.golds), 2048):
            part = slice(start, start + 2048)
            scores, gold = queries[part] @ documents.T, self.golds[part, None]
            scores[scores > scores.gather(1, gold) + 0.02] = -1
            scores.scatter_(1, gold, -1)
            scores.scatter_(1, self.also[part].where(self.also[part] >= 0, gold), -1)
            self.near[part] = scores.topk(count, dim=1).indices

    def draw(self, size):
        """Requests, and the documents to compare them with: first each one's own, then the near ones."""
        chosen = torch.cat([
            places[torch.randint(len(places), (round(size * SHARES[kind] / self.total),), device=device)]
            for kind, places in self.places.items()
        ])
        negatives = self.near[chosen, torch.randint(self.near.shape[1], (len(chosen),), device=device)]
        for row, index in enumerate(chosen.tolist()):
            if self.wrong[index] and random.random() < 0.7:
                negatives[row] = random.choice(self.wrong[index])
        return chosen, torch.cat([self.golds[chosen], negatives])

    def contrast(self, queries, candidates, chosen, numbers, temperature):
        """How well each request finds its own document among all candidates, the scores, and which of them do not count."""
        scores = queries @ candidates.T / temperature
        golds = self.golds[chosen]
        same = numbers[None, :] == golds[:, None]
        same |= (numbers[None, :, None] == self.also[chosen][:, None, :]).any(2)
        same |= self.base_documents[golds] @ self.base_documents[numbers].T > LIKE
        own = torch.arange(len(chosen), device=device)
        same[own, own] = False
        scores = scores.masked_fill(same, -1e4)
        return F.cross_entropy(scores, own) + 0.3 * F.cross_entropy(scores[:, : len(chosen)].T, own), scores, same


class Unanswerable:
    """Requests that no tool of their server answers, each with the nearest tools of that server."""

    def __init__(self, pairs, queries, documents, count=6):
        self.near = torch.zeros(len(queries), count, dtype=torch.long, device=device)
        for row, numbers in enumerate(pairs.tempting):
            own = torch.tensor(numbers, device=device)
            order = (documents[own] @ queries[row]).argsort(descending=True)
            self.near[row] = own[order[torch.arange(count, device=device) % len(own)]]

    def draw(self, size):
        chosen = torch.randint(len(self.near), (size,), device=device)
        return chosen, self.near[chosen]


class Nothing:
    """The similarity from which on a tool is nearer to a request than no tool at all. It is learnt."""

    def __init__(self, start, temperature):
        self.similarity = torch.nn.Parameter(torch.tensor(start, device=device))
        self.temperature = temperature
        self.optimiser = torch.optim.Adam([self.similarity], lr=2e-3)

    def contrast(self, scores, is_written, queries, documents):
        """
        How well written requests find their own document, the one at their place, rather than nothing, and unanswerable
        ones nothing rather than one of the documents that tempt them. So one similarity tells both apart, whatever is asked.
        """
        nothing = self.similarity / self.temperature
        beside = lambda rows: torch.cat([rows, nothing.expand(len(rows), 1)], 1)
        own = torch.arange(len(scores), device=device)[is_written]
        tempting = torch.einsum("qd,qkd->qk", queries, documents) / self.temperature
        none = torch.full((len(tempting),), tempting.shape[1], device=device)
        return F.cross_entropy(beside(scores[is_written]), own) + F.cross_entropy(beside(tempting), none)

    def step(self):
        self.optimiser.step()
        self.optimiser.zero_grad(set_to_none=True)


class Teacher:
    """What the tuned model makes of all texts, for students to imitate."""

    def __init__(self, queries, documents, texts, unanswerable):
        self.queries, self.documents, self.texts, self.unanswerable = queries, documents, texts, unanswerable
        self.mean = torch.cat([queries, documents, texts]).mean(0)

    def imitation(self, scores, same, chosen, numbers, temperature=0.03):
        centred = lambda vectors: F.normalize(vectors - self.mean, dim=1)
        wanted = centred(self.queries[chosen]) @ centred(self.documents[numbers]).T / temperature
        return -(wanted.masked_fill(same, -1e4).softmax(1) * F.log_softmax(scores, 1)).sum(1).mean()


def apart(vectors, others):
    return (1 - (vectors * others).sum(1)).mean()


def set_rate(optimiser, rate, step, steps, warm=0.06):
    for group in optimiser.param_groups:
        group["lr"] = rate * min(1, (step + 1) / (warm * steps)) * max(0.02, 1 - step / steps)
