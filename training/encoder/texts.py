"""What is learnt from: requests with their tools, and single texts that keep a student near its teacher."""
import glob
import gzip
import hashlib
import json
import os
import random
import re

OPENINGS = [
    "can you {}", "could you please {}", "please {}", "i want to {}", "I need to {}", "how do I {}", "help me {}",
    "is there a way to {}", "{} for me", "hey, {}", "{} asap", "i have to {} today",
]
# What the shipped weights learnt from. The other files of requests were written later.
FIRST_REQUESTS = [f"{number:02}.jsonl" for number in range(1, 15)] + ["extra.jsonl"]
JOINTS = [". ", ". Then ", " and ", " and then ", ", also ", ". After that ", "; "]
MAX_DESCRIPTION = 300


def share(text):
    """A number from 0 to 1 that depends on the text alone."""
    return int(hashlib.sha1(text.encode()).hexdigest()[:8], 16) / 2**32


def words_of(name):
    """The parts of a tool's name, as words."""
    name = re.sub(r"^mcp__", "", name)
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name)
    name = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1 \2", name)
    return re.sub(r"[_\-./:]+", " ", name).strip()


def first_sentence(text):
    match = re.match(r"(.{15,}?[.!?])\s", text)
    return match[1] if match else text[:160]


def document(name, description):
    return f"{words_of(name)}. {description[:MAX_DESCRIPTION]}".strip()


def read_lines(path):
    opened = open(path) if os.path.exists(path) else gzip.open(path + ".gz", "rt")
    return [json.loads(line) for line in opened]


class Pairs:
    """Requests, each with its document, with documents that are known to be wrong, and with others that are right, too."""

    def __init__(self):
        self.documents = []
        self.queries, self.golds, self.kinds, self.wrong, self.also = [], [], [], [], []
        # Requests that no tool of their server answers, and the documents of that server.
        self.unanswerable, self.tempting = [], []

    def add_document(self, text):
        self.documents.append(text)
        return len(self.documents) - 1

    def add(self, query, gold, kind, wrong=(), also=()):
        self.queries.append(query)
        self.golds.append(gold)
        self.kinds.append(kind)
        self.wrong.append(list(wrong))
        self.also.append(list(also))


def add_operations(pairs, path):
    """Summaries of API operations with their descriptions: as they are, and opened like a request."""
    rng = random.Random(1)
    for line in open(path):
        short, long = line.rstrip("\n").split("\t")
        gold = pairs.add_document(long[:MAX_DESCRIPTION])
        pairs.add(short, gold, "operation")
        plain = short[:1].lower() + short[1:].rstrip(".")
        pairs.add(rng.choice(OPENINGS).format(plain), gold, "worded")


def add_everyday(pairs, folder, held_share=0.1, only_first=False):
    """
    The written requests, or the first of them. The catalogues of a tenth of all servers are kept for measuring, and returned.
    """
    paths = sorted(glob.glob(os.path.join(folder, "requests", "*.jsonl")))
    rows = [row for path in paths if not only_first or os.path.basename(path) in FIRST_REQUESTS for row in read_lines(path)]
    servers = {row["server"] for row in rows}
    numbers, documents, held = {}, {}, {}
    for path in sorted(glob.glob(os.path.join(folder, "catalogues", "*.json"))):
        catalogue = json.load(open(path))
        server, tools = catalogue["server"], catalogue["tools"]
        if server not in servers:
            continue
        if share("held|" + server) < held_share:
            held[server] = {"tools": [(tool["name"], tool["description"]) for tool in tools], "queries": []}
            continue
        for tool in tools:
            numbers[server, tool["name"]] = pairs.add_document(everyday_document(server, tool["name"], tool["description"]))
        documents[server] = [numbers[server, tool["name"]] for tool in tools]
    for row in rows:
        server, tool = row["server"], row["tool"]
        if server in held and tool is not None:
            held[server]["queries"].append((row["request"], tool))
        elif (server, tool) in numbers:
            wrong = [number for name in row.get("not", []) for number in near_misses(numbers, server, name)]
            pairs.add(row["request"], numbers[server, tool], "everyday", wrong)
        elif server in documents and row["style"] == "unanswerable" and not only_first:
            pairs.unanswerable.append(row["request"])
            pairs.tempting.append(documents[server])
    return held


def everyday_document(server, name, description):
    """With and without the server's name, with the description or its first sentence alone: catalogues have them all."""
    names_server = share(server) < 0.7 and words_of(server).lower() not in words_of(name).lower()
    is_short = share(server + name) < 0.3
    return document(f"{server} {name}" if names_server else name, first_sentence(description) if is_short else description)


def near_misses(numbers, server, name):
    if (server, name) in numbers:
        return [numbers[server, name]]
    return [number for (_, known), number in numbers.items() if known == name][:1]


def add_joined(pairs, count):
    """Several requests in one text, as people and agents write them: each of their tools is right."""
    rng = random.Random(2)
    single = [index for index, kind in enumerate(pairs.kinds) if kind in ("everyday", "worded")]
    everyday = [index for index in single if pairs.kinds[index] == "everyday"] or single
    for _ in range(count):
        chosen = rng.sample(everyday if rng.random() < 0.6 else single, rng.choice([2, 2, 2, 3]))
        text = pairs.queries[chosen[0]].rstrip(".")
        for index in chosen[1:]:
            text += rng.choice(JOINTS) + pairs.queries[index].rstrip(".")
        golds = [pairs.golds[index] for index in chosen]
        for gold in golds:
            pairs.add(text, gold, "joined", also=[other for other in golds if other != gold])


def read_sets(folder, max_queries=400):
    """Catalogues with queries, for measuring. Every folder with `tools.jsonl` and `queries.jsonl` is one."""
    sets = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if not os.path.exists(os.path.join(path, "queries.jsonl")):
            continue
        tools = read_lines(os.path.join(path, "tools.jsonl"))
        places = {tool["name"]: index for index, tool in enumerate(tools)}
        queries, unanswerable = [], []
        for row in read_lines(os.path.join(path, "queries.jsonl")):
            groups = row.get("gold_any") or [[gold] for gold in row.get("gold", [])]
            groups = [[places[name] for name in group if name in places] for group in groups]
            half = {True: "held", False: "open"}.get(row.get("held"))
            if groups and all(groups):
                queries.append((row["query"], groups, " ".join(filter(None, [row.get("kind"), half]))))
            elif row.get("kind") == "unanswerable":
                unanswerable.append((row["query"], half))
        queries = [queries[int(i * len(queries) / max_queries)] for i in range(max_queries)] if len(queries) > max_queries else queries
        documents = [document(tool["name"], tool.get("description") or "") for tool in tools]
        sets[name] = {"documents": documents, "queries": queries, "unanswerable": unanswerable}
    return sets
