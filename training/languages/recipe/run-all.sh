#!/bin/bash
# The whole recipe, in order: about fifteen minutes on one core after the download. Needs Debian bookworm's package lists,
# Python with numpy, Node and a C compiler.
# Usage: run-all.sh WORK      writes WORK/entries.bin and WORK/NOTICE (the packages must be built: npm run build in the root)
# TABLE names another English table than the one of @toolcrib/search.
set -e
WORK=$1 HERE=$(cd "$(dirname "$0")" && pwd) SEARCH=$(cd "$(dirname "$0")/../../../packages/search" && pwd)
TABLE=${TABLE:-$SEARCH/table/embedding-table.bin}
export OPENBLAS_NUM_THREADS=1
[ -e "$WORK/downloaded" ] || { "$HERE/00-download.sh" "$WORK" && touch "$WORK/downloaded"; }
mkdir -p "$WORK/pairs"
python3 "$HERE/01b-npm-pairs.py" "$WORK"
node "$HERE/01c-more-pairs.mjs" "$WORK"
node "$HERE/01d-glossary-pairs.mjs" "$WORK" "$SEARCH"
python3 "$HERE/02-extract-pairs.py" "$WORK"
node "$HERE/03-clean-pairs.mjs" "$WORK"
# Writes permissive.json, the sources that the next steps keep to.
python3 "$HERE/04b-licences.py" "$WORK" > "$WORK/licences.txt"
node --input-type=module -e "import('$SEARCH/dist/embedding/embedding-table.js').then(({ readEmbeddingTable }) => import('node:fs').then(({ readFileSync, writeFileSync }) => writeFileSync('$WORK/english-vocabulary.txt', [...readEmbeddingTable(readFileSync('$TABLE')).vocabulary.keys()].join('\n'))))"
node "$HERE/04-vocabulary.mjs" "$WORK" "$WORK/vocabulary" "$WORK/permissive.json"
node "$HERE/05-encode.mjs" "$WORK" "$WORK/vocabulary" "$SEARCH" "$TABLE" "$WORK/encoded" 2 "$WORK/permissive.json"
cc -O3 -march=native -ffast-math "$HERE/06-fit.c" -o "$WORK/fit" -lm
"$WORK/fit" "$WORK/encoded" 8 0.4 0.04 "$WORK/rows.f32" 0.3
python3 "$HERE/07-evaluate-pairs.py" "$WORK/encoded" "$WORK/rows.f32"
python3 "$HERE/08-sparse.py" "$WORK/encoded" "$WORK/rows.f32" "$WORK/english-vocabulary.txt" 3 "$WORK/sparse.npz"
python3 "$HERE/09-pack.py" "$WORK" "$WORK/vocabulary" "$WORK/encoded" "$WORK/sparse.npz" "$WORK/english-vocabulary.txt" "$WORK/entries.bin" 3 2 "$WORK/permissive.json"
# The copyright lines and licences of the sources, as their packages state them.
python3 "$HERE/10-notices.py" "$WORK" "$HERE/../sources.tsv" "$WORK/NOTICE"
