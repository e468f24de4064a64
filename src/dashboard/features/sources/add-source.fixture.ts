import { renderRoute, testOrganization } from '#dashboard/testing/render-route.tsx'
import { sampleAgent } from '#dashboard/testing/sample-agent.ts'
import { ok, page, type TestAnswer } from '#dashboard/testing/test-server.ts'

const AGENT = '0199c0de-0000-7000-8000-0000000000a1'
const left = { used: 0, limit: 1_000_000 }

/**
 * Opens one of the forms. `bodies` collects what is sent to add sources; `answer`, if given, is what it is answered.
 */
export async function openAddSource(type: string, known: unknown[] = [], answer?: TestAnswer | Promise<TestAnswer>) {
  const bodies: unknown[] = []
  const { router } = await renderRoute(`/agents/${AGENT}/knowledge/sources?add=${type}`, {
    'GET /v1/agents/*': () => ok({ ...sampleAgent, id: AGENT }),
    'GET /api/v1/agents/*/sources': () => page([]),
    'GET /api/v1/agents/*/drafts': () => ok([]),
    'GET /api/v1/agents/*/source-addresses': () => ok(known),
    'GET /api/v1/organizations/*': () =>
      ok({ ...testOrganization, usage: { urls: left, text_characters: left, document_bytes: left } }),
    'POST /v1/agents/*/sources': ({ headers, text, json }) => {
      bodies.push(headers['content-type']?.startsWith('multipart/') ? text : json())
      return answer ?? ok([{ id: AGENT }], 201)
    },
  })
  return { bodies, router }
}
