#!/bin/bash
# Rich text, by this project and by others, round by round:   Peers/run.sh OUT ROUNDS PYTHON FILE...
# OUT gets the programs and all.jsonl; PYTHON is one with skia-python. What is not installed is left
# out with a word. From Debian: build-essential libpango1.0-dev qt6-base-dev fonts-noto-core
# fonts-noto-cjk fonts-noto-color-emoji.
set -euo pipefail
[ $# -ge 4 ] || { sed -n '2,5s/^# //p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd) rounds=$2 python=$3
shift 3
export QT_QPA_PLATFORM=offscreen
bench=$here/../.build/release/linecaster-bench
[ -x "$bench" ] || { echo "$bench is not built; run: swift build -c release --package-path Benchmarks" >&2; exit 1; }

peers=()
if pkg-config --exists pangocairo; then
  # shellcheck disable=SC2046
  cc -O2 "$here/rich_pango.c" -o "$out/rich_pango" $(pkg-config --cflags --libs pangocairo)
  peers+=("$out/rich_pango")
else
  echo "skipping Pango: libpango1.0-dev is not installed" >&2
fi
if pkg-config --exists Qt6Gui; then
  # shellcheck disable=SC2046
  c++ -std=c++17 -O2 -fPIC "$here/rich_qt.cpp" -o "$out/rich_qt" $(pkg-config --cflags --libs Qt6Gui)
  peers+=("$out/rich_qt")
else
  echo "skipping Qt: qt6-base-dev is not installed" >&2
fi
"$python" -c 'import skia' 2> /dev/null || { echo "skipping Skia: run pip install skia-python" >&2; python=; }

: > "$out/all.jsonl"
for ((round = 1; round <= rounds; round++)); do
  for file in "$@"; do
    "$bench" text "$file" --only rich >> "$out/all.jsonl"
    for peer in "${peers[@]}"; do "$peer" "$file" >> "$out/all.jsonl"; done
    [ -z "$python" ] || "$python" "$here/rich_skia.py" "$file" >> "$out/all.jsonl"
  done
done
echo "The measurements are in $out/all.jsonl"
