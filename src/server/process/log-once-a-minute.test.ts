import { pino } from 'pino'
import { expect, it } from 'vitest'
import { errorForLog } from './error-for-log.ts'
import { shortageOnceAMinute } from './log-once-a-minute.ts'

const full = () => Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })

function newLog() {
  const lines: Record<string, unknown>[] = []
  const time = { now: 1_000_000 }
  const output = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const hooks = shortageOnceAMinute(() => time.now)
  return { lines, time, log: pino({ serializers: { err: errorForLog }, hooks }, output) }
}

it('writes a shortage in one line a minute, without the places of its errors, whoever logs it', () => {
  const { lines, time, log } = newLog()
  for (let request = 0; request < 50; request += 1) log.child({ reqId: request }).error({ err: full() }, 'unexpected')
  log.warn({ err: new Error('a job failed', { cause: full() }), job: 'reply' }, 'A job failed')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ shortage: 'disk', reason: 'database or disk is full' })
  expect(JSON.stringify(lines)).not.toContain(' at ')
  time.now += 59_999
  log.warn({ err: full() }, 'again')
  expect(lines).toHaveLength(1)
  time.now += 1
  log.warn({ err: full() }, 'again')
  expect(lines).toHaveLength(2)
})

it('writes each shortage by itself, and every other line as it is', () => {
  const { lines, log } = newLog()
  log.warn({ err: full() }, 'the disk')
  log.warn({ err: Object.assign(new Error('too many open files'), { code: 'EMFILE' }) }, 'files')
  log.info('a line')
  log.info({ signal: 'SIGTERM' }, 'stopping')
  log.error({ err: new Error('another') }, 'another')
  log.error({ err: new Error('another') }, 'another')
  expect(lines.map(({ shortage, msg }) => shortage ?? msg)).toEqual([
    'disk',
    'files',
    'a line',
    'stopping',
    'another',
    'another',
  ])
})

it('writes it at once when the clock was set back', () => {
  const { lines, time, log } = newLog()
  log.warn({ err: full() }, 'the disk')
  time.now -= 3_600_000
  log.warn({ err: full() }, 'the disk')
  expect(lines).toHaveLength(2)
})
