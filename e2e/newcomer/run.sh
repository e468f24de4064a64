#!/usr/bin/env bash
# Does what the README's first lines say on a bare machine: an ordinary user in a minimal Debian, with npm and the Node
# of this machine, and without a browser, PostgreSQL, fonts, curl, or the right to mount. It tests the last commit.
# Root runs it, on Debian: `e2e/newcomer/run.sh` takes some minutes for a few tests of each kind, and
# `e2e/newcomer/run.sh --all` as long as `npm test`.
set -euo pipefail
cd "$(dirname "$0")/../.."
NOT_TRIED="THE NEWCOMER'S WAY WAS NOT TRIED"
. e2e/tools/bare-debian.sh
if [ "${BARE_ROOT:-}" = '' ]; then within_namespaces "$@"; fi
root=$BARE_ROOT
trap 'exit 1' INT TERM # otherwise the first process of a namespace would ignore them

step() { printf '\n[newcomer] %s (%s s)\n' "$*" "$SECONDS"; }

step 'A minimal Debian'
bare_debian ca-certificates
mount -t tmpfs tmpfs "$root/dev/shm"
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
