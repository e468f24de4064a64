import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'baton browser & fonts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Unpacks the browser, and prints the width of a text in each of the kinds of fonts that our pages ask for. */
const PROGRAM = `
  import { chromium } from 'playwright'
  import { browserOptions, packaged } from ${JSON.stringify(join(import.meta.dirname, 'browser.ts'))}
  const browser = await chromium.launch({ executablePath: await packaged(), args: browserOptions })
  const page = await browser.newPage()
  const widths = []
  for (const family of ['sans-serif', 'monospace', 'a font that nobody has']) {
    await page.setContent('<span style="font-family: ' + family + '">Words on a page</span>')
    widths.push((await page.locator('span').boundingBox()).width)
  }
  await browser.close()
  console.log(JSON.stringify({ widths, left: process.env.TMPDIR }))`

function widthsOfText() {
  const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder }
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: join(import.meta.dirname, '../..'),
    env,
    encoding: 'utf8',
  })
  expect(stdout, stderr).not.toBe('')
  return JSON.parse(stdout) as { widths: number[]; left: string }
}

// The package holds a browser for this kind of machine alone.
it.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'has fonts wherever it is unpacked, and is unpacked again if that was interrupted',
  () => {
    const own = join(folder, `baton-browser-${process.getuid?.() ?? 'tests'}`)
    mkdirSync(own, { mode: 0o700 })
    writeFileSync(join(own, 'chromium'), 'only the beginning of a program', { mode: 0o700 })
    const { widths, left } = widthsOfText()
    expect(widths.map((width) => width > 50)).toEqual([true, true, true])
    expect(left).toBe(folder)
    expect(widthsOfText().widths).toEqual(widths)
  },
)
