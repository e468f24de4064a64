import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { version } from '../process/version.ts'
import { readVerbs, type Verb } from './verbs.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const run = (...parameters: string[]) => {
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'baton'), parameters, { cwd: '/', encoding: 'utf8' })
  return { status, stdout, stderr }
}

/** A page for `man`, in the language of roff. */
function manPage(verbs: readonly Verb[]): string {
  const text = (words: string) => words.replaceAll('\\', '\\e').replaceAll('-', '\\-')
  const entries = verbs.flatMap(({ name, takes, does }) => [
    '.TP',
    `.B ${text(name)}${takes && ` \\fR${text(takes)}`}`,
    `${text(does)}.`,
  ])
  return [
    '.TH BATON 1',
    '.SH NAME',
    "baton \\- AI agents that answer a company's visitors from its own material",
    '.SH SYNOPSIS',
    '.B baton',
    '.I VERB',
    '[\\fIARGUMENT\\fR ...]',
    '.SH VERBS',
    ...entries,
    '.SH ENVIRONMENT',
    'All settings are environment variables; docs/operating.md lists them.',
    '.SH EXIT STATUS',
    '0 if all is well, 1 if anything is wrong, 64 if there is no such verb.',
    '',
  ].join('\n')
}

describe('./baton', () => {
  it('has a program and an npm script for each verb', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    for (const { name, program, does } of readVerbs()) {
      expect(existsSync(join(ROOT, program)), program).toBe(true)
      expect(does).toMatch(/^[A-Z].*[^.]$/)
      if (name !== 'version') expect(scripts[name]).toBe(`exec ./launch.sh ${program}`)
    }
  })

  it('lists its verbs, and refuses what is none', () => {
    const help = run('--help')
    expect(help.status).toBe(0)
    for (const { name, does } of readVerbs())
      expect(help.stdout).toMatch(new RegExp(`^  ${name}\\b.*\\n +${does}\\.$`, 'm'))
    expect(run('strat')).toMatchObject({ status: 64, stderr: expect.stringContaining('no verb strat') })
  })

  it('passes arguments on, and what comes of it', () => {
    expect(run('version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
    expect(run('--version').stdout).toBe(`${version}\n`)
    expect(run('restore', '/no such backup')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('/no such backup is no backup of Baton'),
    })
  })

  it('is replaced by the program, so that signals reach it', async () => {
    const child = spawn(join(ROOT, 'baton'), ['start'], { env: { ...process.env, PORT: 'none' }, stdio: 'ignore' })
    expect(await new Promise((done) => child.once('exit', done))).toBe(1)
    // `exec` keeps the process: a shell that waits for a child would have another name.
    const stopped = spawn('sh', ['-c', `exec ${join(ROOT, 'baton')} checks x`], { stdio: 'ignore' })
    await new Promise((done) => stopped.once('exit', done))
    expect(stopped.exitCode).toBe(1)
  })

  it('has a page for man with the same verbs', async () => {
    await expect(manPage(readVerbs())).toMatchFileSnapshot(join(ROOT, 'docs/baton.1'))
  })
})
