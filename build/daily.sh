#!/usr/bin/env bash
# The daily job, a step at a time: settings, fetch, restore, build, verify, upload, heartbeat. The make targets
# `daily-…` call it; docs/operations.md explains the variables.
#
# SECURITY: inputs come as environment variables and stay data: each is used in quotes, none is evaluated. An address
# may hold a secret (a presigned URL), so none is printed, and none stands on a command line that others can read.
set -euo pipefail

DAILY=${DAILY:-.run/daily}
PUBLIC=${PUBLIC:-public-out}
SUMMARY=${SUMMARY:-$DAILY/summary.md}
MEMORY=$DAILY/memory.gz
# With OFFERS_TRUST, in place of the memory alone: all that its signature vouches for.
PREVIOUS=$DAILY/previous

# Objects and releases never change; the pointer and signatures are asked for each time.
IMMUTABLE='Cache-Control: public, max-age=31536000, immutable'
ALWAYS_ASK='Cache-Control: no-cache'

fail() {
  printf 'daily: %s\n' "$1" >&2
  exit "${2:-1}"
}

# need VARIABLE MEANING: a variable that the job can't do without.
need() {
  [ -n "${!1:-}" ] || fail "$1 is not set: $2" 2
}

# ask ADDRESS OPTION…: what an address answers, on stdout.
ask() {
  local address=$1
  shift
  [[ $address != *$'\n'* ]] || fail 'an address with a line break' 2
  address=${address//\\/\\\\}
  curl --fail --silent --show-error --location --retry 3 "$@" --config - <<<"url = \"${address//\"/\\\"}\""
}

# `name:path` is a remote of rclone; all else is a folder.
is_remote() {
  [[ $DESTINATION =~ ^:?[A-Za-z0-9_.+@-]+: ]]
}

# stored FILE: a file below DESTINATION, on stdout. To S3 a file that is not there is an empty folder.
stored() {
  if is_remote; then rclone cat --error-on-no-transfer "$DESTINATION/$1"; else cat "$DESTINATION/$1"; fi
}

# sizes FOLDER: path and size of every file that lies in objects/ and releases/ below a folder or remote.
sizes() {
  if [ "$1" = "$PUBLIC" ] || ! is_remote; then
    (cd "$1" && find objects releases -type f -printf '%p %s\n')
  else
    for part in objects releases; do
      rclone lsf --recursive --files-only --format ps --separator ' ' "$1/$part" | sed "s|^|$part/|"
    done
  fi | LC_ALL=C sort
}

# copy_into FOLDER PLACE HEADER OPTION…: what a folder holds, into a place below DESTINATION; options are rclone's.
copy_into() {
  local transfer
  if is_remote; then transfer=${TRANSFER:-rclone copy --checksum --transfers 16}; else transfer=${TRANSFER:-cp -R}; fi
  read -ra transfer <<<"$transfer"
  [ "${transfer[0]}" != rclone ] || transfer+=(--header-upload "${@:3}")
  is_remote || mkdir -p "$DESTINATION/$2"
  "${transfer[@]}" "$1/." "$DESTINATION/$2"
}

# release_of FILE: the release that a pointer names.
release_of() {
  node -e '
    const { release } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"))
    if (!/^[0-9A-Za-z-]+$/.test(release)) throw new Error("no release is named")
    console.log(release)' "$1" 2>/dev/null || fail "$1: no pointer to a release"
}

settings() {
  need SOURCE_URL 'a .tar.gz of the source folder'
  need DESTINATION 'a folder, or a remote of rclone like offers:bucket'
}

fetch() {
  need SOURCE_URL 'a .tar.gz of the source folder'
  rm -rf "$DAILY/source"
  mkdir -p "$DAILY/source"
  ask "$SOURCE_URL" --max-time 600 | tar -xz --no-same-owner -C "$DAILY/source"
  # SECURITY: rejects and summaries quote what a source holds: a link could lead them to any file of this machine.
  local odd
  odd=$(find "$DAILY/source" ! -type d \( ! -type f -o -links +1 \) -printf '%P\n')
  [ -z "$odd" ] || {
    rm -rf "$DAILY/source"
    fail "the archive holds what is no plain file or folder, such as a link: $(head -n 3 <<<"$odd" | LC_ALL=C tr -c ' -~' ' ')"
  }
}

restore() {
  need DESTINATION 'a folder, or a remote of rclone like offers:bucket'
  mkdir -p "$DAILY"
  rm -rf "$MEMORY" "$PREVIOUS" "$DAILY/latest.json"
  if [ "${FIRST:-}" = 1 ]; then
    echo 'the first release: nothing to restore'
    return
  fi
  stored latest.json >"$DAILY/latest.json" || fail 'the pointer can not be read at DESTINATION'
  local release
  release=$(release_of "$DAILY/latest.json")
  if [ -z "${OFFERS_TRUST:-}" ]; then
    stored "releases/$release/memory.gz" >"$MEMORY" || fail "the memory of $release can not be read at DESTINATION"
    return
  fi
  mkdir -p "$PREVIOUS/releases/$release"
  cp "$DAILY/latest.json" "$PREVIOUS/"
  for file in release.json release.json.minisig memory.gz; do
    stored "releases/$release/$file" >"$PREVIOUS/releases/$release/$file" ||
      fail "$file of $release can not be read at DESTINATION"
  done
}

build() {
  local options=() more
  read -ra more <<<"${RUN_OPTIONS:-}"
  [ -z "${AS_OF:-}" ] || options+=(--as-of "$AS_OF")
  [ ! -f "$MEMORY" ] || options+=(--previous "$MEMORY")
  [ ! -d "$PREVIOUS" ] || options+=(--previous "$PREVIOUS")
  rm -f "$SUMMARY" "$DAILY/rejects.ndjson"
  node dist/build.mjs run --source "$DAILY/source" --out "$PUBLIC" --summary "$SUMMARY" \
    --rejects "$DAILY/rejects.ndjson" "${options[@]}" "${more[@]}"
}

verify() {
  node dist/build.mjs verify --out "$PUBLIC"
}

# Whoever reads while this runs finds the old release whole, and the new one as soon as its pointer is there.
upload() {
  need DESTINATION 'a folder, or a remote of rclone like offers:bucket'
  local release missing
  release=$(release_of "$PUBLIC/latest.json")
  # An unchanged day gives the release that is there already, under the same name.
  if [ -f "$DAILY/latest.json" ] && [ "$(release_of "$DAILY/latest.json")" = "$release" ]; then
    echo 'unchanged: nothing to upload'
    return
  fi
  copy_into "$PUBLIC/objects" objects "$IMMUTABLE"
  copy_into "$PUBLIC/releases" releases "$IMMUTABLE" --exclude '*.minisig'
  # A rollback signs an old release anew, under the same name.
  rm -rf "$DAILY/signatures"
  mkdir -p "$DAILY/signatures"
  local signatures
  signatures=$(realpath "$DAILY/signatures")
  (cd "$PUBLIC/releases" && find . -name '*.minisig' -exec cp --parents -t "$signatures" {} +)
  copy_into "$DAILY/signatures" releases "$ALWAYS_ASK"

  # Nothing moves the pointer before all that it leads to is seen to be there.
  missing=$(LC_ALL=C comm -23 <(sizes "$PUBLIC") <(sizes "$DESTINATION"))
  if [ -n "$missing" ]; then
    head -n 5 <<<"$missing" >&2
    fail "missing or different at DESTINATION: $(wc -l <<<"$missing"), the first of them above; the pointer stays"
  fi
  for file in "$PUBLIC/releases/$release"/*; do
    stored "releases/$release/${file##*/}" | cmp --silent - "$file" ||
      fail "releases/$release/${file##*/} at DESTINATION is not what was written; the pointer stays"
  done

  if is_remote; then
    rm -rf "$DAILY/pointer"
    mkdir -p "$DAILY/pointer"
    cp "$PUBLIC/latest.json" "$DAILY/pointer/"
    copy_into "$DAILY/pointer" '' "$ALWAYS_ASK"
  else
    cp "$PUBLIC/latest.json" "$DESTINATION/.latest.json.new"
    mv "$DESTINATION/.latest.json.new" "$DESTINATION/latest.json"
  fi
  stored latest.json | cmp --silent - "$PUBLIC/latest.json" ||
    fail "the pointer at DESTINATION does not name $release"
  echo "$release stands at DESTINATION"
}

# Tells a watcher that the day went well. One that hears nothing for a day raises the alarm.
heartbeat() {
  [ -z "${HEARTBEAT_URL:-}" ] || ask "$HEARTBEAT_URL" --max-time 10 --output /dev/null ||
    echo 'daily: the heartbeat was not heard' >&2
}

case ${1:-} in
  settings | fetch | restore | build | verify | upload | heartbeat) "$1" ;;
  *) fail "expected settings, fetch, restore, build, verify, upload or heartbeat, found ${1:-nothing}" 2 ;;
esac
