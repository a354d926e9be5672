#!/bin/bash
# Rich text, by this project and by others, round by round:   Peers/run.sh OUT ROUNDS PYTHON FILE...
# and texts that grow by words, of the first file:    GROWING=1 Peers/run.sh OUT ROUNDS PYTHON FILE
# OUT gets the programs and all.jsonl; PYTHON is one with skia-python. What is not installed is left
# out with a word. From Debian: build-essential libpango1.0-dev qt6-base-dev chromium fonts-noto-core
# fonts-noto-cjk fonts-noto-color-emoji.
set -euo pipefail
[ $# -ge 4 ] || { sed -n '2,6s/^# //p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd) rounds=$2 python=$3
shift 3
export QT_QPA_PLATFORM=offscreen
bench=$here/../.build/release/linecaster-bench
[ -x "$bench" ] || { echo "$bench is not built; run: swift build -c release --package-path Benchmarks" >&2; exit 1; }

kind=${GROWING:+growing}
kind=${kind:-rich}
peers=()
if pkg-config --exists pangocairo; then
  # shellcheck disable=SC2046
  cc -O2 "$here/${kind}_pango.c" -o "$out/${kind}_pango" $(pkg-config --cflags --libs pangocairo)
  peers+=("$out/${kind}_pango")
else
  echo "skipping Pango: libpango1.0-dev is not installed" >&2
fi
if pkg-config --exists Qt6Gui; then
  # shellcheck disable=SC2046
  c++ -std=c++17 -O2 -fPIC "$here/${kind}_qt.cpp" -o "$out/${kind}_qt" $(pkg-config --cflags --libs Qt6Gui)
  peers+=("$out/${kind}_qt")
else
  echo "skipping Qt: qt6-base-dev is not installed" >&2
fi

: > "$out/all.jsonl"
if [ "$kind" = growing ]; then
  for ((round = 1; round <= rounds; round++)); do
    "$bench" transcript --rounds 1 --only token,token-paragraph >> "$out/all.jsonl"
    for peer in "${peers[@]}"; do "$peer" "$1" >> "$out/all.jsonl"; done
    ! command -v chromium > /dev/null || python3 "$here/growing_chromium.py" "$1" >> "$out/all.jsonl"
  done
  echo "The measurements are in $out/all.jsonl"
  exit
fi

"$python" -c 'import skia' 2> /dev/null || { echo "skipping Skia: run pip install skia-python" >&2; python=; }
for ((round = 1; round <= rounds; round++)); do
  for file in "$@"; do
    "$bench" text "$file" --only rich >> "$out/all.jsonl"
    for peer in "${peers[@]}"; do "$peer" "$file" >> "$out/all.jsonl"; done
    [ -z "$python" ] || "$python" "$here/rich_skia.py" "$file" >> "$out/all.jsonl"
  done
done
echo "The measurements are in $out/all.jsonl"
