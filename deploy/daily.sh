#!/usr/bin/env bash
# The daily job, one step at a time: settings, fetch, import, restore, build, verify, upload, prune, heartbeat; and rollback.
# The make targets `daily-…` and the units call it; docs/daily-job.md explains the variables.
#
# SECURITY: inputs are environment variables and stay data: each is quoted, none is evaluated. An address may contain a
# secret (a presigned URL), so none is printed or put on a command line that others can read.
set -euo pipefail

DAILY=${DAILY:-.run/daily}
PUBLIC=${PUBLIC:-public-out}
SUMMARY=${SUMMARY:-$DAILY/summary.txt}
# The fetched file, if it is a table and not an archive.
TABLE=$DAILY/table
# The release that the build continues: its pointer, manifest, memory and signature from DESTINATION.
PREVIOUS=$DAILY/previous
# The pointer of DESTINATION as this job read it.
RESTORED=$DAILY/restored.json

# Objects and releases never change; clients revalidate the pointer and signatures each time.
IMMUTABLE='Cache-Control: public, max-age=31536000, immutable'
ALWAYS_ASK='Cache-Control: no-cache'

fail() {
  printf 'daily: %s\n' "$1" >&2
  exit "${2:-1}"
}

# need VARIABLE MEANING: requires a variable.
need() {
  [ -n "${!1:-}" ] || fail "$1 is not set: $2" 2
}

# ask ADDRESS OPTION…: writes the answer of an address to stdout.
ask() {
  local address=$1
  shift
  [[ $address != *$'\n'* ]] || fail 'an address with a line break' 2
  address=${address//\\/\\\\}
  # SECURITY: no file: or gopher:, also after a redirect, and [1-500] is no list of addresses.
  curl --fail --silent --show-error --location --retry 3 --globoff --proto =https,http "$@" --config - \
    <<<"url = \"${address//\"/\\\"}\""
}

# `name:path` is a remote of rclone; anything else is a folder.
is_remote() {
  [[ $DESTINATION =~ ^:?[A-Za-z0-9_.+@-]+: ]]
}

# stored FILE: writes a file below DESTINATION to stdout. For S3 a missing file is an empty folder.
stored() {
  if is_remote; then rclone cat --error-on-no-transfer "$DESTINATION/$1"; else plain "$DESTINATION/$1"; fi
}

# plain FILE: writes a regular file to stdout. A pipe in its place would never end.
plain() {
  if [ -e "$1" ] && [ ! -f "$1" ]; then
    echo "daily: $1: expected a regular file" >&2
    return 1
  fi
  cat <"$1"
}

# sizes FOLDER: lists path and size of every file in objects/ and releases/ below a folder or remote.
sizes() {
  if [ "$1" = "$PUBLIC" ] || ! is_remote; then
    (cd "$1" && find objects releases -type f -printf '%p %s\n')
  else
    for part in objects releases; do
      rclone lsf --recursive --files-only --format ps --separator ' ' "$1/$part" | sed "s|^|$part/|"
    done
  fi | LC_ALL=C sort
}

# missing: lists path and size of files of PUBLIC that DESTINATION lacks or has in another size.
missing() {
  LC_ALL=C comm -23 <(sizes "$PUBLIC") <(sizes "$DESTINATION")
}

# copy_into FOLDER PLACE HEADER OPTION…: copies the files of a folder to a place below DESTINATION, with options of
# rclone. A later listing shows whether all of them arrived, so rclone need not check each file again. A remote without
# digests, such as crypt, would compare sizes alone: files that change have to be sent with --ignore-times.
copy_into() {
  if is_remote; then
    rclone copy --checksum --transfers 16 --s3-no-head --header-upload "${@:3}" "$1" "$DESTINATION/$2"
  else
    mkdir -p "$DESTINATION/$2"
    cp -R "$1/." "$DESTINATION/$2"
  fi
}

# release_of FILE: prints the release that a pointer names.
release_of() {
  node -e '
    const { release } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"))
    if (!/^[0-9A-Za-z-]+$/.test(release)) throw new Error("no release is named")
    console.log(release)' "$1" 2>/dev/null || fail "$1: no pointer to a release"
}

# own FOLDER: gives this user all rights in an unpacked folder, whatever modes the archive gave its files and folders.
own() {
  # Never through a link, which may lead anywhere.
  [ ! -d "$1" ] || [ -L "$1" ] || chmod -R u+rwX "$1"
}

# discard FOLDER: removes an unpacked folder.
discard() {
  own "$1" && rm -rf "$1"
}

# If the source cannot be fetched, clients need not miss what the published release lacks.
fetch() {
  [[ $SOURCE_URL != file:* ]] || fail 'SOURCE_URL: a file is named by its path, without file:' 2
  mkdir -p "$DAILY"
  local most=${SOURCE_MAX_MB:-4096}
  # SECURITY: bash evaluates the operands of arithmetic.
  [[ $most =~ ^[1-9][0-9]{0,6}$ ]] || fail 'SOURCE_MAX_MB: expected a whole number of MB' 2
  (ulimit -f $((most * 1024)) && source_file >"$TABLE.new") || {
    rm -f "$TABLE.new"
    repair
    fail "SOURCE_URL gave no file, or one of more than $most MB (SOURCE_MAX_MB)"
  }
  if [ "$(head -c 2 "$TABLE.new" | od -An -tx1)" != ' 1f 8b' ]; then
    mv "$TABLE.new" "$TABLE"
    return
  fi
  [ ! -e "$DAILY/source/mapping.json" ] ||
    fail "$DAILY/source was imported from a table, and now an archive was fetched: remove that folder first"
  (unpack "$most") || {
    rm -f "$TABLE.new"
    discard "$DAILY/source.new"
    repair
    exit 1
  }
  rm -rf "$TABLE" "$TABLE.new"
  discard "$DAILY/source"
  mv "$DAILY/source.new" "$DAILY/source"
}

# source_file: writes the table or archive to stdout.
source_file() {
  if [[ $SOURCE_URL == *://* ]]; then ask "$SOURCE_URL" --max-time 600; else plain "$SOURCE_URL"; fi
}

# with_tar MB OPTION…: runs tar on the fetched archive.
# SECURITY: tar keeps a name in memory, and 1 MB may unpack to a name of 1 GB. It gets 256 MB and a minute of processor time;
# an ordinary archive takes a tenth of the one and some seconds of the other. Its messages quote such names, so most are cut.
with_tar() {
  local most=$1
  shift
  gzip -dc <"$TABLE.new" | head -c "${most}M" | (
    # It reads beyond the end of the archive as well, because a pipe that closes early looks like a failure.
    ulimit -v 262144 && ulimit -t 60 && tar "$@" 2> >(head -c 4000 >&2; cat >/dev/null) && cat >/dev/null
  )
}

# unpack MB: unpacks the fetched archive into source.new.
unpack() {
  local most=$1 fresh=$DAILY/source.new names odd
  discard "$fresh" || exit
  # SECURITY: 1 MB may unpack to 150,000 empty files, and one name to hundreds of folders: each part of a name counts.
  # A file that is no archive is refused below.
  names=$( (with_tar "$most" -t | sed 's|^\./||; s|/$||' | tr -cd '/\n' || true) \
    2>/dev/null | head -c 1001 | wc -c)
  [ "$names" -le 1000 ] || fail 'SOURCE_URL gave a .tar.gz of more than 1000 files and folders'
  mkdir -p "$fresh" || exit
  # SECURITY: a small archive may contain more than the disk holds, in many files or as holes of one. Without
  # --no-same-permissions, root would keep setuid bits. Without --delay-directory-restore and --no-overwrite-dir, a
  # folder without rights would not take its later files.
  (
    ulimit -f $((most * 1024)) && with_tar "$most" -x --no-same-owner --no-same-permissions \
      --delay-directory-restore --no-overwrite-dir -C "$fresh"
  ) || fail "SOURCE_URL gave a .tar.gz that cannot be unpacked, or holds more than $most MB (SOURCE_MAX_MB)"
  own "$fresh" || exit
  # SECURITY: rejects and summaries quote the source, and a link could lead to any file of this machine.
  odd=$(find "$fresh" ! -type d \( ! -type f -o -links +1 \) -printf '%P\n') || exit
  [ -z "$odd" ] ||
    fail "the archive holds something other than plain files and folders, such as a link: $(head -n 3 <<<"$odd" | LC_ALL=C tr -c ' -~' ' ')"
  # Nothing reads it here, and tomorrow it would look as if a table had been imported into this folder.
  rm -rf "$fresh/mapping.json"
}

# repair: writes again what the published release lacks, from the source that was fetched last. It publishes nothing new.
repair() {
  local options=() more
  [ -e "$(source_folder)/offers.ndjson" ] || return 0
  echo 'daily: no source: the published release is repaired from the last one' >&2
  if [ -n "${DESTINATION:-}" ]; then
    "$0" restore || return 0
    options+=(--previous "$PREVIOUS")
  fi
  read -ra more <<<"${RUN_OPTIONS:-}"
  # It is no success of the day, for which metrics would report it.
  env -u OFFERS_METRICS node dist/build.mjs run --source "$(source_folder)" --out "$PUBLIC" --repair \
    "${options[@]}" "${more[@]}" || return 0
  [ -z "${DESTINATION:-}" ] || { keep_manifest && "$0" upload; } || return 0
}

# The folder of the source. SOURCE is the folder that tables are imported into.
source_folder() {
  if [ -f "$TABLE" ]; then echo "${SOURCE:-$DAILY/source}"; else echo "$DAILY/source"; fi
}

import() {
  rm -f "$DAILY/import.md"
  if [ ! -f "$TABLE" ]; then
    echo 'the source is no table: nothing to import'
    return
  fi
  node dist/build.mjs import "$TABLE" --source "$(source_folder)" --summary "$DAILY/import.md"
}

restore() {
  mkdir -p "$DAILY"
  rm -rf "$PREVIOUS" "$RESTORED"
  if [ "${FIRST:-}" = 1 ]; then
    echo 'FIRST=1: nothing is restored'
    return
  fi
  stored latest.json >"$DAILY/latest.json" || fail 'the pointer cannot be read at DESTINATION'
  local release files=(release.json memory.gz)
  release=$(release_of "$DAILY/latest.json")
  [ -z "${OFFERS_TRUST:-}" ] || files+=(release.json.minisig)
  mkdir -p "$PREVIOUS/releases/$release"
  cp "$DAILY/latest.json" "$RESTORED"
  mv "$DAILY/latest.json" "$PREVIOUS/"
  for file in "${files[@]}"; do
    stored "releases/$release/$file" >"$PREVIOUS/releases/$release/$file" || {
      # A file that was lost at DESTINATION; the upload brings it back. The build checks it by the pointer, like all that
      # is fetched.
      cp "$PUBLIC/releases/$release/$file" "$PREVIOUS/releases/$release/$file" 2>/dev/null ||
        fail "$file of $release cannot be read at DESTINATION"
      echo "daily: releases/$release/$file cannot be read at DESTINATION; taken from $PUBLIC" >&2
    }
  done
  packages "$PREVIOUS/releases/$release/memory.gz" | while read -r object; do
    mkdir -p "$PREVIOUS/$(dirname "$object")"
    # The build reports each package of the client that it cannot have.
    [ -f "$PUBLIC/$object" ] || stored "$object" >"$PREVIOUS/$object" || rm -f "$PREVIOUS/$object"
  done
}

# packages MEMORY: lists the objects of the packages of the client that a memory names; none if it cannot be read.
# SECURITY: a digest is checked before it becomes a path.
packages() {
  gzip -dc <"$1" 2>/dev/null | head -n 1 | node -e '
    const { packages = [] } = JSON.parse(require("node:fs").readFileSync(0, "utf8"))
    for (const { digest } of packages)
      if (/^[0-9a-f]{64}$/.test(digest)) console.log(`objects/${digest.slice(0, 2)}/${digest.slice(2)}.gz`)' 2>/dev/null || true
}

build() {
  local options=() more
  read -ra more <<<"${RUN_OPTIONS:-}"
  # A table has no date.
  [ ! -f "$TABLE" ] || AS_OF=${AS_OF:-now}
  [ -z "${AS_OF:-}" ] || options+=(--as-of "$AS_OF")
  [ ! -d "$PREVIOUS" ] || options+=(--previous "$PREVIOUS")
  [ "${FIRST:-}" = 1 ] || options+=(--must-continue)
  local code=0
  # A build that is killed leaves the last whole summary.
  mkdir -p "$(dirname "$SUMMARY")" || true
  node dist/build.mjs run --source "$(source_folder)" --out "$PUBLIC" "${options[@]}" "${more[@]}" |
    (tee "$SUMMARY.new" || rm -f "$SUMMARY.new") || code=$?
  if [ "$code" -le 1 ] && { [ ! -s "$SUMMARY.new" ] || ! mv -f "$SUMMARY.new" "$SUMMARY"; }; then
    echo "daily: $SUMMARY is not written" >&2
  fi
  [ "$code" = 0 ] || exit "$code"
  [ ! -d "$PREVIOUS" ] || keep_manifest
}

# On a machine without the release of yesterday, an unchanged source gives the same release again, but with a manifest
# that reports no changes. Then the manifest at DESTINATION stays.
keep_manifest() {
  node -e '
    const { copyFileSync, existsSync, readFileSync } = require("node:fs")
    const [there, here] = process.argv.slice(1)
    const { release } = JSON.parse(readFileSync(`${here}/latest.json`, "utf8"))
    const manifest = `releases/${release}/release.json`
    const files = ["latest.json", manifest, `${manifest}.minisig`].filter((path) => existsSync(`${there}/${path}`))
    const facts = (root) => {
      const { routes, memory } = JSON.parse(readFileSync(`${root}/${manifest}`, "utf8"))
      const signature = `${root}/${manifest}.minisig`
      // Algorithm and number of the key, ten bytes: a new key signs again.
      const signer = existsSync(signature) ? readFileSync(signature, "utf8").split("\n")[1] : ""
      return JSON.stringify([routes, memory, Buffer.from(signer, "base64").toString("hex", 0, 10)])
    }
    if (files.includes(manifest) && facts(there) === facts(here)) {
      for (const path of files) copyFileSync(`${there}/${path}`, `${here}/${path}`)
    }' "$PREVIOUS" "$PUBLIC"
}

verify() {
  node dist/build.mjs verify --out "$PUBLIC"
}

# Readers find the old release until the new pointer is there. On an unchanged day this restores files that were lost at
# DESTINATION.
upload() {
  local release left lost
  release=$(release_of "$PUBLIC/latest.json")
  left=$(current)
  expect_ours "$left"

  upload_objects
  copy_into "$PUBLIC/releases" releases "$IMMUTABLE" --exclude '*.minisig'
  # A rollback signs an old release again under the same name.
  copy_into "$PUBLIC/releases" releases "$ALWAYS_ASK" --ignore-times --include '*.minisig'

  # The pointer moves only after a check that all files of the release are there.
  lost=$(missing)
  if [ -n "$lost" ]; then
    head -n 5 <<<"$lost" >&2
    fail "missing or different at DESTINATION: $(wc -l <<<"$lost"), the first of them above; the pointer stays"
  fi
  for file in "$PUBLIC/releases/$release"/*; do
    stored "releases/$release/${file##*/}" | cmp --silent - "$file" ||
      fail "releases/$release/${file##*/} at DESTINATION differs from the uploaded file; the pointer stays"
  done
  expect_ours "$(current)"
  if [ -n "$left" ] && [ "$left" != "$release" ]; then date_release "$left"; fi
  move_pointer
  echo "$release stands at DESTINATION"
}

# current: keeps the pointer of DESTINATION in current.json, and prints its release, or nothing.
current() {
  mkdir -p "$DAILY"
  stored latest.json >"$DAILY/current.json" 2>/dev/null || return 0
  # A damaged pointer is replaced like any other.
  (release_of "$DAILY/current.json" 2>/dev/null) || true
}

# expect_ours RELEASE: fails if the pointer in current.json, to that release, is neither the one that this job restored
# nor the one that it uploads: another machine has published meanwhile, perhaps newer data.
expect_ours() {
  local known
  for known in "$RESTORED" "$PUBLIC/latest.json"; do
    ! cmp --silent "$DAILY/current.json" "$known" || return 0
  done
  [ "${FIRST:-}" != 1 ] || return 0
  # No pointer, or a damaged one, is replaced.
  [ -n "$1" ] || [ -e "$RESTORED" ] || return 0
  fail 'DESTINATION has another release than the one that this job restored: another job has published. Run this one again'
}

# Gateways may read this folder, so a correct object is not written again.
upload_objects() {
  if is_remote; then
    copy_into "$PUBLIC/objects" objects "$IMMUTABLE"
    return
  fi
  mkdir -p "$DESTINATION/objects" "$DESTINATION/releases"
  local destination
  destination=$(realpath "$DESTINATION")
  (missing | sed -n 's|^\(objects/.*\) [0-9]*$|\1|p' | (cd "$PUBLIC" && xargs -r -d '\n' cp --parents -t "$destination"))
}

# date_release RELEASE: writes its manifest again unchanged, so that `prune` sees when gateways last could have loaded it.
date_release() {
  local path=releases/$1/release.json
  if ! is_remote; then
    [ ! -f "$DESTINATION/$path" ] || touch "$DESTINATION/$path"
  elif stored "$path" >"$DAILY/left.json" 2>/dev/null; then
    rclone copyto --ignore-times --header-upload "$IMMUTABLE" "$DAILY/left.json" "$DESTINATION/$path"
  fi
}

move_pointer() {
  if is_remote; then
    copy_into "$PUBLIC" '' "$ALWAYS_ASK" --ignore-times --include /latest.json
  else
    cp "$PUBLIC/latest.json" "$DESTINATION/.latest.json.new"
    mv "$DESTINATION/.latest.json.new" "$DESTINATION/latest.json"
  fi
  stored latest.json | cmp --silent - "$PUBLIC/latest.json" ||
    fail "the pointer at DESTINATION does not name the release in $PUBLIC"
  cp "$PUBLIC/latest.json" "$RESTORED"
}

# Removes old releases and the objects that only they use, first here, then at DESTINATION. OFFERS_KEEP and OFFERS_GRACE
# decide which stay. Releases go first, so that after an interruption none lacks objects.
prune() {
  export OFFERS_KEEP=${OFFERS_KEEP:-3} OFFERS_GRACE=${OFFERS_GRACE:-60}
  node dist/build.mjs prune --out "$PUBLIC"
  local root=$DESTINATION
  if is_remote; then
    root=$DAILY/stored
    rm -rf "$root"
    mkdir -p "$root"
    stored latest.json >"$root/latest.json" || fail 'the pointer cannot be read at DESTINATION'
    rclone copy --include '/*/{release.json,routes}' "$DESTINATION/releases" "$root/releases"
  fi
  old_files >"$DAILY/listing"
  node dist/build.mjs prune --out "$root" --listing "$DAILY/listing" >"$DAILY/unneeded"
  local part
  for part in releases objects; do
    sed -n "/^$part\//p" "$DAILY/unneeded" >"$DAILY/unneeded-$part"
    remove_listed "$DAILY/unneeded-$part"
  done
  is_remote || find "$DESTINATION/releases" -mindepth 1 -type d -empty -delete
  echo "removed from DESTINATION: $(wc -l <"$DAILY/unneeded") files"
}

# old_files: lists the files below objects/ and releases/ at DESTINATION that are older than OFFERS_GRACE minutes.
old_files() {
  if is_remote; then
    for part in objects releases; do
      rclone lsf --recursive --files-only --use-server-modtime --min-age "${OFFERS_GRACE}m" "$DESTINATION/$part" |
        sed "s|^|$part/|"
    done
  else
    (cd "$DESTINATION" && find objects releases -type f -mmin "+$OFFERS_GRACE")
  fi
}

# remove_listed FILE: removes the listed paths at DESTINATION.
remove_listed() {
  [ -s "$1" ] || return 0
  if is_remote; then
    rclone delete --transfers 16 --checkers 16 --files-from-raw "$1" "$DESTINATION"
  else
    (cd "$DESTINATION" && xargs -d '\n' rm -f --) <"$1"
  fi
}

# Returns to an earlier release at DESTINATION: the previous one, or TO.
rollback() {
  mkdir -p "$PUBLIC"
  # SECURITY: files of DESTINATION do not replace files that are here.
  if is_remote; then
    rclone copy --ignore-existing --transfers 16 --exclude /latest.json "$DESTINATION" "$PUBLIC"
  else
    cp -Rn "$DESTINATION/objects" "$DESTINATION/releases" "$PUBLIC"
  fi
  mkdir -p "$DAILY"
  stored latest.json >"$RESTORED" || fail 'the pointer cannot be read at DESTINATION'
  cp "$RESTORED" "$PUBLIC/.latest.json.new"
  mv "$PUBLIC/.latest.json.new" "$PUBLIC/latest.json"
  node dist/build.mjs rollback --out "$PUBLIC" ${TO:+--to "$TO"}
  upload
}

# Reports a successful day to a watcher, which alarms if it hears nothing for a day.
heartbeat() {
  [ -z "${HEARTBEAT_URL:-}" ] || ask "$HEARTBEAT_URL" --max-time 10 --output /dev/null ||
    echo 'daily: the heartbeat was not heard' >&2
}

# report_failure CODE STEP: if a step failed, adds that to the metrics of the last build, whose own failures are in them.
report_failure() {
  [ "$1" != 0 ] && [ -n "${OFFERS_METRICS:-}" ] || return 0
  {
    grep -sv -e offers_build_failed -e offers_build_run_timestamp "$OFFERS_METRICS" || true
    printf 'offers_build_failed{code="%s"} 1\noffers_build_run_timestamp_seconds %s\n' "$2" "$(date +%s)"
  } >"$OFFERS_METRICS.new"
  chmod 644 "$OFFERS_METRICS.new"
  mv "$OFFERS_METRICS.new" "$OFFERS_METRICS"
}

step=${1:-}
case $step in
  fetch | import | restore | verify | upload | prune) trap 'report_failure $? "$step"' EXIT ;;
esac

case $step in
  settings | fetch) need SOURCE_URL 'a table, or a .tar.gz of the source folder' ;;&
  settings | restore | upload | prune | rollback)
    need DESTINATION 'a folder, or a remote of rclone like offers:bucket'
    ;;&
  settings) ;;
  fetch | import | restore | build | verify | upload | prune | rollback | heartbeat) "$1" ;;
  *) fail "expected settings, fetch, import, restore, build, verify, upload, prune, rollback or heartbeat, found ${1:-nothing}" 2 ;;
esac
