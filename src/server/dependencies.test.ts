import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createDependencies, userAgentOf } from './dependencies.ts'
import type { Chunk } from './knowledge/types.ts'
import { createPlatform } from './platform/create-platform.ts'
import { readConfig } from './settings/config.ts'

test('the server presents itself with its own address, or none', () => {
  expect(userAgentOf({ publicUrl: 'https://help.shop.example' })).toBe('Baton/0.1 (+https://help.shop.example)')
  expect(userAgentOf({ publicUrl: undefined })).toBe('Baton/0.1')
})

test('KNOWLEDGE_MEMORY bounds the memory of what agents know, and answers stay the same', async () => {
  const bounded = await askedInTurn({ KNOWLEDGE_MEMORY: '1' })
  const roomy = await askedInTurn({})
  expect(bounded.found).toEqual(roomy.found)
  expect(bounded.found.map(([best]) => best)).toEqual(AGENTS.map((agentId) => `Part 77 of ${agentId} is number77.`))
  expect(roomy.stats).toMatchObject({ agents: 2, evicted: 0, loads: 2 })
  expect(bounded.stats).toMatchObject({ agents: 1, evicted: 3, loads: 4 })
  expect(bounded.stats.bytes).toBeLessThanOrEqual(1_048_576)
})

const AGENTS = ['north', 'south', 'north', 'south']
const PASSAGES = 300 // of one agent, which take more than half a megabyte, so that two agents don't fit into one

/** Asks two agents by turns in a process with these settings. Returns what was found, and what memory holds at the end. */
async function askedInTurn(env: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'baton-dependencies-'))
  const config = readConfig({ DATA_DIR: dataDir, ...env })
  const log = pino({ level: 'silent' })
  const { deps, close } = createDependencies(config, await createPlatform(config, log), log)
  try {
    const found: string[][] = []
    for (const agentId of AGENTS) {
      const question = { agentId, version: 1, question: 'number77', withUnits: 0, load: () => [passagesOf(agentId)] }
      found.push((await deps.knowledge.search(question)).map(({ content }) => content))
    }
    return { found, stats: await deps.knowledge.stats() }
  } finally {
    await close()
    await rm(dataDir, { recursive: true })
  }
}

const passagesOf = (agentId: string): Chunk[] =>
  Array.from({ length: PASSAGES }, (_, index) => ({
    id: `${index}`,
    sourceId: 's',
    title: 'T',
    url: null,
    heading: null,
    content: `Part ${index} of ${agentId} is number${index}.`,
    embedding: new Float32Array(384).fill(0.05),
  }))
