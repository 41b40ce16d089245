"""Reads every downloaded package and writes (language, package, English, foreign) pairs, one file a language.

Usage: 02-extract-pairs.py WORK
  WORK/debs/*.deb   what 00-download.sh fetched
  WORK/pairs/LANG.tsv   package <tab> English <tab> foreign (raw, cleaned by 03-clean-pairs.mjs)
  WORK/copyright/PACKAGE   the package's copyright file, for the licence table
Sources: gettext catalogues (.mo), Mozilla language packs (.ftl, .properties, .dtd), Chromium .pak files.
"""
import gzip, io, json, os, re, struct, subprocess, sys, tarfile, zipfile, collections

WORK = sys.argv[1]
LANGS = {
    "zh_CN": "zh", "zh-CN": "zh", "zh_Hans": "zh", "zh_TW": "zht", "zh-TW": "zht", "zh_HK": "zht", "zh_Hant": "zht",
    "pt_BR": "pt", "pt-BR": "pt", "pt": "pt", "pt_PT": "pt", "pt-PT": "pt", "sv-SE": "sv", "sv_SE": "sv", "es-ES": "es", "es-419": "es", "hi-IN": "hi", "hi_IN": "hi",
    "ko_KR": "ko", "ja_JP": "ja", "uk_UA": "uk", "ru_RU": "ru", "cs_CZ": "cs", "id_ID": "id", "vi_VN": "vi", "tr_TR": "tr", "pl_PL": "pl", "nl_NL": "nl", "de_DE": "de", "fr_FR": "fr", "es_ES": "es", "it_IT": "it",
}
for code in "ja ko de fr es it ru uk pl nl tr ar hi vi id cs sv".split():
    LANGS[code] = code
WANTED = sorted(set(LANGS.values()))


def read_mo(data):
    """Yields (msgid, msgstr) of a compiled catalogue, plural forms one by one, without contexts."""
    if len(data) < 28:
        return
    magic = struct.unpack("<I", data[:4])[0]
    order = "<" if magic == 0x950412DE else ">"
    _, count, ids, strings = struct.unpack(order + "4I", data[4:20])
    charset = "utf-8"
    for n in range(count):
        length, offset = struct.unpack_from(order + "2I", data, ids + 8 * n)
        source = data[offset : offset + length]
        length, offset = struct.unpack_from(order + "2I", data, strings + 8 * n)
        target = data[offset : offset + length]
        if not source:
            found = re.search(rb"charset=([\w-]+)", target)
            charset = found[1].decode() if found else charset
            continue
        try:
            source = source.decode(charset if charset.lower() != "charset" else "utf-8")
            target = target.decode(charset if charset.lower() != "charset" else "utf-8")
        except (UnicodeDecodeError, LookupError):
            continue
        source = source.rsplit("\x04", 1)[-1]
        sources, targets = source.split("\0"), target.split("\0")
        if len(sources) == 2 and len(targets) >= 1:
            if len(targets) > 1:
                yield sources[0], targets[0]
            yield sources[1], targets[-1]
        else:
            yield sources[0], targets[0]


def read_ftl(text):
    """Message id → text, of Mozilla's Fluent; attributes get ids of their own."""
    out, key, attribute, lines = {}, None, None, []

    def flush():
        if key and lines:
            out[key + (("." + attribute) if attribute else "")] = " ".join(part.strip() for part in lines if part.strip())

    for line in text.split("\n"):
        if line.startswith("#"):
            continue
        found = re.match(r"^(-?[A-Za-z][\w-]*)\s*=\s*(.*)$", line)
        if found:
            flush(); key, attribute, lines = found[1], None, [found[2]]
            continue
        found = re.match(r"^\s+\.([A-Za-z][\w-]*)\s*=\s*(.*)$", line)
        if found and key:
            flush(); attribute, lines = found[1], [found[2]]
            continue
        if line.startswith(" ") and key:
            lines.append(line)
    flush()
    return {k: v for k, v in out.items() if "->" not in v and not re.search(r"key|accesskey|style", k.rsplit(".", 1)[-1])}


def read_properties(text):
    out = {}
    for line in text.split("\n"):
        found = re.match(r"^\s*([\w.-]+)\s*=\s*(.*?)\s*$", line)
        if found and not line.lstrip().startswith("#"):
            out[found[1]] = re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), found[2])
    return out


def read_dtd(text):
    return {m[1]: m[3] for m in re.finditer(r"<!ENTITY\s+([\w.-]+)\s+(['\"])(.*?)\2\s*>", text, re.S)}


def read_xpi(data):
    """(file without its locale folder, message id) → text."""
    out = {}
    with zipfile.ZipFile(io.BytesIO(data)) as pack:
        for name in pack.namelist():
            reader = {"ftl": read_ftl, "properties": read_properties, "dtd": read_dtd}.get(name.rsplit(".", 1)[-1])
            if reader is None:
                continue
            place = re.sub(r"(^|/)(localization|locale|chrome)/", r"\1", name)
            place = re.sub(r"(^|/)[a-z]{2}(-[A-Z]{2})?(?=/)", r"\1L", place)
            for key, value in reader(pack.read(name).decode("utf-8", "replace")).items():
                out[(place, key)] = value
    return out


def read_pak(data):
    """Resource number → text of a Chromium .pak, version 5."""
    version, encoding, count, aliases = struct.unpack_from("<IBxxxHH", data, 0)
    if version != 5:
        return {}
    out, at = {}, 12
    for n in range(count):
        number, start = struct.unpack_from("<HI", data, at + 6 * n)
        end = struct.unpack_from("<HI", data, at + 6 * (n + 1))[1]
        blob = data[start:end]
        try:
            out[number] = blob.decode("utf-8" if encoding == 1 else "utf-16-le")
        except UnicodeDecodeError:
            pass
    return out


def files_of(deb):
    process = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", deb], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        with tarfile.open(fileobj=process.stdout, mode="r|") as archive:
            for entry in archive:
                if entry.isfile() and re.search(r"\.mo$|\.xpi$|/locales/[^/]+\.pak(\.gz)?$|/copyright$", entry.name):
                    yield entry.name, archive.extractfile(entry).read()
    except (tarfile.TarError, EOFError):
        pass
    finally:
        process.stdout.close()
        process.wait()


def main():
    os.makedirs(f"{WORK}/pairs", exist_ok=True)
    os.makedirs(f"{WORK}/copyright", exist_ok=True)
    done_list = f"{WORK}/extracted.txt"
    done = set(open(done_list).read().split("\n")) if os.path.exists(done_list) else set()
    out = {language: open(f"{WORK}/pairs/{language}.tsv", "a", encoding="utf-8") for language in WANTED}
    seen = collections.defaultdict(set)
    packs, paks = {}, {}

    def put(language, package, english, foreign):
        if not foreign or english == foreign or len(english) > 400 or len(foreign) > 600:
            return
        mark = hash((english, foreign))
        if mark in seen[language]:
            return
        seen[language].add(mark)
        clean = lambda text: re.sub(r"\s+", " ", text)
        out[language].write(f"{package}\t{clean(english)}\t{clean(foreign)}\n")

    for deb in sorted(os.listdir(f"{WORK}/debs")):
        package = deb.split("_")[0]
        if not deb.endswith(".deb") or package in done:
            continue
        for name, data in files_of(f"{WORK}/debs/{deb}"):
            if name.endswith("/copyright"):
                open(f"{WORK}/copyright/{package}", "wb").write(data)
            elif name.endswith(".mo"):
                code = re.search(r"/([A-Za-z_@-]+)/LC_MESSAGES/", name) or re.search(r"(?:^|/)([a-z]{2,3}(?:_[A-Z]{2})?)\.mo$", name)
                language = LANGS.get(code[1]) if code else None
                if language:
                    for english, foreign in read_mo(data):
                        put(language, package, english, foreign)
            elif name.endswith(".xpi"):
                packs[package] = read_xpi(data)
            else:
                code = os.path.basename(name).split(".")[0]
                if code == "en-US" or code in LANGS:
                    paks[code] = read_pak(gzip.decompress(data) if name.endswith(".gz") else data)
        open(done_list, "a").write(package + "\n")
    for package, messages in packs.items():
        app, code = package.rsplit("-l10n-", 1)
        code = code[:2] + (code[2:].upper() if len(code) > 2 else "")
        base = packs.get(f"{app}-l10n-en-ca") or packs.get(f"{app}-l10n-en-gb")
        if code in LANGS and base:
            for key, foreign in messages.items():
                if key in base:
                    put(LANGS[code], app, base[key], foreign)
    if "en-US" in paks:
        for code, messages in paks.items():
            if code in LANGS:
                for number, foreign in messages.items():
                    if number in paks["en-US"]:
                        put(LANGS[code], "chromium", paks["en-US"][number], foreign)
    for language, file in out.items():
        file.close()
        print(language, len(seen[language]))


main()
