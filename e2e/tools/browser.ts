import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { escapeHtml } from '#server/text/escape-html.ts'

/** The browser without windows comes first: drawing windows, unseen, takes a fifth of a test's processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const DOWNLOAD_MS = 60_000

/** Chromium refuses to run with its sandbox as root, and its background requests are slow on a closed network. */
export const browserOptions = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Returns the path of a Chromium: named by the environment, installed, downloaded by Playwright, from a package, or
 * Debian's.
 */
export async function findBrowser(): Promise<string> {
  const found = named() ?? installed() ?? (await downloaded()) ?? (await packaged()) ?? debian()
  if (!found) throw new Error('No Chromium could be found or installed. Set CHROMIUM_PATH to one.')
  return found
}

function runs(path: string | undefined): string | undefined {
  if (!path) return undefined
  try {
    accessSync(path, constants.X_OK)
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return path
  } catch {
    return undefined
  }
}

const named = () => runs(process.env.CHROMIUM_PATH)

function installed(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const mac = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ]
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...mac]
  for (const candidate of candidates) if (runs(candidate)) return candidate
  return undefined
}

async function downloaded(): Promise<string | undefined> {
  const { chromium } = await import('playwright')
  const present = runs(chromium.executablePath())
  if (present) return present
  console.log('Installing a browser for the tests …')
  const script = join(import.meta.dirname, '../../node_modules/playwright/cli.js')
  spawnSync(process.execPath, [script, 'install', 'chromium'], { stdio: 'ignore', timeout: DOWNLOAD_MS })
  return runs(chromium.executablePath())
}

/**
 * Returns the path of the Chromium in the npm package `@sparticuz/chromium`, if it runs here. It has no windows: one
 * with windows takes several times the processor time for a visit, most of it for the window around the page.
 */
export async function packaged(): Promise<string | undefined> {
  // Other users of this machine have folders of their own, as this user could not run what they unpacked.
  const folder = join(tmpdir(), `baton-browser-${process.getuid?.() ?? 'tests'}`)
  const found = await unpacked(folder)
  if (found) return found
  rmSync(folder, { recursive: true, force: true }) // an earlier attempt may have been interrupted halfway
  return unpacked(folder)
}

async function unpacked(folder: string): Promise<string | undefined> {
  const { TMPDIR, FONTCONFIG_PATH } = process.env
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // The package unpacks its libraries only where it believes to run in AWS Lambda, and all it has into TMPDIR.
    process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
    process.env.TMPDIR = folder
    const { default: chromium } = await import('@sparticuz/chromium')
    const path = runs(await chromium.executablePath())
    if (path) process.env.FONTCONFIG_FILE = writeFontSettings(folder)
    return path
  } catch {
    return undefined
  } finally {
    for (const [name, value] of Object.entries({ TMPDIR, FONTCONFIG_PATH }))
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  }
}

/**
 * Names the fonts that were unpacked into a folder: the settings that come with them name `/tmp/fonts`, wherever they
 * lie. Without a font a text takes no room on a page, and some pages end the browser.
 * @returns the file's path, for `FONTCONFIG_FILE`
 */
function writeFontSettings(folder: string): string {
  const file = join(folder, 'fonts.conf')
  const folders = `<dir>${escapeHtml(join(folder, 'fonts'))}</dir><cachedir>${escapeHtml(join(folder, 'cache'))}</cachedir>`
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${folders}</fontconfig>\n`)
  return file
}

function debian(): string | undefined {
  if (process.getuid?.() !== 0) return undefined
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  spawnSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], { stdio: 'ignore' })
  return installed()
}
