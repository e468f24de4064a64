#!/usr/bin/env bash
# Does what the README's first lines say on a bare machine: an ordinary user in a minimal Debian, with npm and the Node
# of this machine, and without a browser, PostgreSQL, fonts, curl, or the right to mount. It tests the last commit.
# Root runs it, on Debian: `e2e/newcomer/run.sh` takes some minutes for a few tests of each kind, and
# `e2e/newcomer/run.sh --all` as long as `npm test`.
set -euo pipefail
cd "$(dirname "$0")/../.."
SUITE=bookworm
NO_ROOT=75 # exit code, as of a failure that is not this project's

no_root() {
  echo "No bare machine could be made here ($1): THE NEWCOMER'S WAY WAS NOT TRIED." >&2
  exit $NO_ROOT
}

if [ "$(id -u)" != 0 ]; then
  echo 'Only root can make a root folder of its own and run an ordinary user in it.' >&2
  exit 1
fi
if [ "${NEWCOMER_ROOT:-}" = '' ]; then
  command -v debootstrap >/dev/null || no_root 'debootstrap is missing'
  unshare --mount --pid --fork true || no_root 'it takes namespaces'
  NEWCOMER_ROOT=$(mktemp -d /var/tmp/baton-newcomer-XXXXXX)
  export NEWCOMER_ROOT
  # All that runs and is mounted from here on ends with this namespace, so that only files remain to be removed.
  code=0
  unshare --mount --pid --fork --kill-child bash "$0" "$@" || code=$?
  rm -rf --one-file-system "$NEWCOMER_ROOT"
  exit $code
fi
root=$NEWCOMER_ROOT
trap 'exit 1' INT TERM # otherwise the first process of a namespace would ignore them

step() { printf '\n[newcomer] %s (%s s)\n' "$*" "$SECONDS"; }

step 'A minimal Debian'
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Release: $SUITE" | head -n 1) || true
debootstrap --variant=minbase --include=ca-certificates "$SUITE" "$root" ${mirror:+"$mirror"} >"$root/log" 2>&1 || { cat "$root/log" && no_root 'debootstrap failed'; }
chmod 755 "$root" # mktemp closes it to others
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/dev/shm"
mount -t proc proc "$root/proc"
cp /etc/resolv.conf /etc/hosts "$root/etc/"
chroot "$root" useradd --create-home --shell /bin/bash newcomer
for command in chromium chromium-headless-shell initdb curl fc-list git; do
  if chroot "$root" sh -c "command -v $command"; then
    echo "This machine is not bare: it has $command." >&2
    exit 1
  fi
done

step "npm and the Node of this machine, and the last commit"
home=$root/home/newcomer
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
cp "$(readlink -f "$(command -v node)")" "$root/usr/local/bin/node"
mkdir -p "$root/usr/local/lib/node_modules"
cp -r "$npm" "$root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
mkdir "$home/baton"
git -c "safe.directory=*" archive HEAD | tar -x -C "$home/baton"

# How this machine reaches the registry, and what it has fetched already.
settings=()
for name in HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy NODE_EXTRA_CA_CERTS; do
  if [ -n "${!name:-}" ]; then settings+=("$name=${!name}"); fi
done
settings+=("npm_config_registry=$(npm config get registry)")
if [ -f /etc/ssl/certs/ca-certificates.crt ]; then cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"; fi
if [ -d "$(npm config get cache)/_cacache" ]; then
  mkdir -p "$home/.npm/_cacache"
  # What is being fetched just now may be half a file, which npm notices, or gone.
  cp -r "$(npm config get cache)/_cacache/"{index-v5,content-v2} "$home/.npm/_cacache/" || true
fi
chroot "$root" chown -R newcomer:newcomer /home/newcomer

step 'An ordinary user'
chroot --userspec=newcomer:newcomer "$root" env -i "${settings[@]}" HOME=/home/newcomer USER=newcomer LANG=C.UTF-8 \
  PATH=/usr/local/bin:/usr/bin:/bin bash /home/newcomer/baton/e2e/newcomer/user.sh "$@"
step 'All of it works'
