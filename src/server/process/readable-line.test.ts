import { pino } from 'pino'
import { expect, it } from 'vitest'
import { errorForLog } from './error-for-log.ts'
import { readableLine } from './readable-line.ts'

function printed(write: (log: ReturnType<typeof pino>) => void): string {
  const lines: string[] = []
  const output = { write: (line: string) => void lines.push(readableLine(line)) }
  write(pino({ level: 'trace', serializers: { err: errorForLog } }, output))
  return lines.join('')
}

it('puts time, level, words and fields on one line', () => {
  const line = printed((log) => log.info({ operation: 'listAgents', status: 200, said: 'two words' }, 'request'))
  expect(line).toMatch(/^\d\d:\d\d:\d\d INFO request operation=listAgents status=200 said="two words"\n$/)
})

it('puts an error, its causes and their places on the lines below', () => {
  const error = new Error('no reply', { cause: new Error('no model') })
  const [head, ...below] = printed((log) => log.error({ err: error, job: 'reply' }, 'A job failed'))
    .trimEnd()
    .split('\n')
  expect(head).toMatch(/ ERROR A job failed job=reply$/)
  expect(below[0]).toBe('    Error: no reply')
  expect(below[1]).toMatch(/^ {4}at .+readable-line\.test\.ts/)
  expect(below).toContain('    Error: no model')
})

it('prints what was thrown and is no error', () => {
  expect(printed((log) => log.warn({ err: 'nothing' }, 'odd'))).toMatch(/WARN odd\n {4}nothing\n$/)
})
