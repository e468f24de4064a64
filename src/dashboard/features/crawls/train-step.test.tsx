import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { api } from '#dashboard/api/api.ts'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { ok } from '#dashboard/testing/test-server.ts'
import { changeCrawlMemory } from './crawl-memory.ts'

const AGENT = '0199c0de-0000-7000-8000-0000000000a1'
const PAGE = 'https://example.com/help'
const source = { id: '0199c0de-0000-7000-8000-0000000000b1', task_id: 'training' }

beforeEach(() => {
  const run = { id: 'run', agentId: AGENT, pages: '0', done: 1, created: 1, refused: [], finished: true as const }
  changeCrawlMemory('task', { run: { ...run, finishedAt: Date.now() } })
})

it('waits for a list that can know the new sources before it says how training goes', async () => {
  const { client } = await renderRoute('/crawls/task', {
    'GET /api/v1/organizations/*/crawls/*/report': () =>
      ok({ task_id: 'task', status: 'completed', url: 'https://example.com/', skipped: [] }),
    'GET /v1/organizations/*/crawls/*': () =>
      ok({
        task_id: 'task',
        status: 'completed',
        result: { urls: [PAGE], skipped_urls: [], stats: { total_urls: 1 } },
      }),
    'GET /api/v1/agents/*/source-urls': () => ok([{ ...source, url: PAGE, status: 'processing' }]),
  })
  const stale = { updatedAt: Date.now() - 5_000 }
  client.setQueryData(api.listSourceUrls.key({ params: { agent: AGENT } }), [], stale)
  const said: string[] = []
  const watch = new MutationObserver(() => said.push(document.body.textContent ?? ''))
  watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  expect(await screen.findByText('Training on 1 page')).toBeTruthy()
  watch.disconnect()
  expect(said.join()).not.toContain('Training is over')
})
