import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mustBuild } from './build-dashboard.ts'

/** A program that builds a dashboard folder and puts it in place, 50 times; several run at once. */
const script = (folder: string, name: number) => `
import { mkdirSync, writeFileSync } from 'node:fs'
import { putInPlace } from ${JSON.stringify(join(import.meta.dirname, 'build-dashboard.ts'))}
for (let round = 0; round < 50; round += 1) {
  const aside = ${JSON.stringify(folder)} + '-${name}'
  mkdirSync(aside + '/assets', { recursive: true })
  for (const file of ['index.html', 'assets/a.js', 'assets/b.js']) writeFileSync(aside + '/' + file, 'built')
  putInPlace(aside, ${JSON.stringify(folder)})
}`

it('lets processes that start together put the dashboard in place, whole, and leaves nothing aside', async () => {
  const root = mkdtempSync(join(tmpdir(), 'baton-dashboard-'))
  const folder = join(root, 'dashboard')
  const exits = [1, 2, 3, 4].map((name) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script(folder, name)], { stdio: 'inherit' })
    return new Promise((done) => child.once('exit', done))
  })
  expect(await Promise.all(exits)).toEqual([0, 0, 0, 0])
  expect(readdirSync(root)).toEqual(['dashboard'])
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
    'assets',
    'assets/a.js',
    'assets/b.js',
    'index.html',
  ])
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe('built')
  rmSync(root, { recursive: true })
})

it('says whether the folder can be made, and leaves nothing', () => {
  const root = mkdtempSync(join(tmpdir(), 'baton-dashboard-'))
  mustBuild(join(root, 'dashboard'))
  expect(readdirSync(root)).toEqual([])
  writeFileSync(join(root, 'dist'), '')
  expect(() => mustBuild(join(root, 'dist/dashboard'))).toThrow('this user may not write')
  rmSync(root, { recursive: true })
})
