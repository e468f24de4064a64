import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { sampleAgent } from '#dashboard/testing/sample-agent.ts'
import { ok, page, refuse } from '#dashboard/testing/test-server.ts'

const agentId = '0199c0de-0000-7000-8000-00000000000a'

it('leaves the address once the change of many is no longer known', async () => {
  const { router } = await renderRoute(
    `/agents/${agentId}/knowledge/sources?bulk=0199c0de-0000-7000-8000-0000000000d1`,
    {
      'GET /v1/agents/*': () => ok({ ...sampleAgent, id: agentId }),
      'GET /api/v1/agents/*/sources': () => page([]),
      'GET /api/v1/agents/*/drafts': () => ok([]),
      'GET /api/v1/agents/*/source-totals': () => ok({ pending: 0, processing: 0, completed: 0, failed: 0 }),
      'GET /api/v1/agents/*/sources/bulk/*': () => refuse(404, 'resource_not_found'),
    },
  )
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(document.querySelector('[role=alert]')).toBeNull()
})
