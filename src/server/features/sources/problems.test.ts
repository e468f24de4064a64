import { describe, expect, it } from 'vitest'
import { ExtractError, type ExtractErrorCode } from '../../adapters/extract/errors.ts'
import { OutboundError, type OutboundErrorCode, toOutboundError } from '../../adapters/outbound/errors.ts'
import { toTrainingError } from './problems.ts'

describe('what training ran into', () => {
  it.each<ExtractErrorCode>(['timeout', 'too_large', 'broken', 'empty', 'encrypted', 'unreadable', 'unsupported'])(
    'is final when reading ended in %s',
    (code) => {
      expect(toTrainingError(new ExtractError(code, 'Why.'))).toMatchObject({ isPermanent: true, message: 'Why.' })
    },
  )

  it('is passing when the server could not read at all', () => {
    expect(toTrainingError(new ExtractError('unavailable', 'Why.')).isPermanent).toBe(false)
  })

  it.each<[OutboundErrorCode, boolean]>([
    ['unknown_host', true],
    ['blocked', true],
    ['dns', false],
    ['timeout', false],
    ['connection', false],
  ])('is final when an address ended in %s: %j', (code, isPermanent) => {
    expect(toTrainingError(new OutboundError(code, 'Why.')).isPermanent).toBe(isPermanent)
  })

  it.each([
    ['ENOTFOUND', true, 'There is no host named nowhere.example. Check the address for a typing mistake.'],
    ['EAI_AGAIN', false, expect.stringContaining('could not be looked up')],
  ])('tells a name that does not exist from one nobody answers for: %s', (code, isPermanent, message) => {
    const error = toOutboundError(Object.assign(new Error(code), { code }), 'nowhere.example')
    expect(toTrainingError(error)).toMatchObject({ isPermanent, message })
  })
})
