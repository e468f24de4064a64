import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import type { Log } from '#server/context.ts'
import { createDependencies } from '#server/dependencies.ts'
import { startSearch } from '#server/features/search/index.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readConfig } from '#server/settings/config.ts'
import type { Owner } from '../tools/client.ts'
import { type Line, milliseconds, percentile, times } from './tools/benchmark.ts'
import { type DatabaseName, NO_QUOTAS, NO_RATE_LIMITS } from './tools/world.ts'

const SENDS = 200 // messages sent in each block
const BLOCKS = 6 // alternately without the job and with it, as the machine's speed may drift

/** Sends messages to a server in this process, whose search job can be left out. */
export interface SearchSends {
  /**
   * Measures what a visitor's message costs while the search's job does what it has to, and while there is no such job.
   *
   * @param during What the job has to do.
   */
  measure(during: string): Promise<Line>
  close(): Promise<void>
}

/** @param platform Closed by `close`, too. */
export async function openSearchSends(
  on: DatabaseName,
  platform: Platform,
  { owner, agentId, log }: { owner: Owner; agentId: string; log: Log },
): Promise<SearchSends> {
  const dataDir = mkdtempSync(join(tmpdir(), 'baton-sends-'))
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMITS: NO_RATE_LIMITS, PLAN_QUOTAS: NO_QUOTAS })
  const { deps, close } = createDependencies(config, platform, log)
  const app = await buildApp({ deps, dashboardFolder: join(dataDir, 'none') })
  await app.ready()

  const post = async (path: string, payload: object, method: 'POST' | 'PATCH' = 'POST') => {
    const headers = { authorization: `Bearer ${owner.key}` }
    const answer = await app.inject({ method, url: `/v1/agents/${agentId}/conversations${path}`, headers, payload })
    if (answer.statusCode >= 300) throw new Error(answer.body)
    return answer.json().data as { id: string }
  }
  const { id } = await post('', {})
  await post(`/${id}`, { response_mode: 'human' }, 'PATCH') // nobody asks the AI, which would answer meanwhile

  const block = async (): Promise<number[]> => {
    const taken: number[] = []
    for (let number = 0; number < SENDS; number += 1) {
      const from = performance.now()
      await post(`/${id}/messages`, { content: `When does the harbour open on day ${number}?` })
      taken.push(performance.now() - from)
    }
    return taken
  }

  return {
    async measure(during) {
      const [without, beside]: [number[], number[]] = [[], []]
      await block()
      for (let count = 0; count < BLOCKS; count += 1) {
        const stop = count % 2 === 0 ? undefined : startSearch(deps)
        ;(stop ? beside : without).push(...(await block()))
        await stop?.()
      }
      const both = (taken: number[]) =>
        `p50 ${milliseconds(percentile(taken, 0.5))}, p95 ${milliseconds(percentile(taken, 0.95))}`
      const slower = times(percentile(beside, 0.5) / percentile(without, 0.5))
      return {
        what: `message sent while the search's job ${during}`,
        on,
        measured: both(beside),
        against: `${both(without)} without the job (${slower})`,
      }
    },
    async close() {
      await app.close()
      await close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
