import { describe, expect, it } from 'vitest'
import { BatonError } from '../baton-error.ts'
import type { Run } from './command.ts'
import type { Shown } from './output.ts'
import { sourceCommands } from './source-commands.ts'

const add = sourceCommands.find(({ name }) => name === 'sources add')!

/** Adds two pages, the first of which ends its training with an error. */
async function addTwo(error: BatonError) {
  const shown: Shown[] = []
  const told: string[] = []
  const baton = {
    sources: {
      create: async () => ['one', 'two'].map((id) => ({ id, task_id: id, title: id })),
      get: async (_agent: string, id: string) => ({
        id,
        type: 'url',
        title: id,
        status: id === 'one' ? 'failed' : 'completed',
      }),
    },
    waitFor: {
      async training(_agent: string, task: string) {
        if (task === 'one') throw error
      },
    },
  }
  const output = { show: (it: Shown) => shown.push(it), tell: (text: string) => told.push(text) }
  const given = { baton, output, args: ['https://a.example/'], values: {}, agent: () => 'a' } as unknown as Run
  const ended = await add.run(given)
  return { ended, shown, told }
}

describe('sources add', () => {
  it('shows every source where one could not be learnt, says why, and fails', async () => {
    const failure = new BatonError({ status: 0, code: 'job_failed', message: 'The page has no text.' })
    const { ended, shown, told } = await addTwo(failure)
    expect(shown).toMatchObject([{ ids: ['one', 'two'], text: expect.stringMatching(/failed[\s\S]*completed/) }])
    expect(told.join('\n')).toContain('The page has no text.')
    expect(ended).toBe(false)
  })

  it('ends where the server can no longer be asked', async () => {
    const gone = new BatonError({ status: 0, code: 'connection_failed', message: 'The connection failed.' })
    await expect(addTwo(gone)).rejects.toBe(gone)
  })
})
