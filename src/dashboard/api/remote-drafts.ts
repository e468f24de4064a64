import type { Data } from '#contract/index.ts'
import { randomId } from '#contract/random-id.ts'
import type { CallPublic, Handlers } from './remote-handlers.ts'

type Draft = Data<'listDrafts'>[number]

/**
 * Emulates drafts for another server, whose public API has none: they live in this page's memory, and publishing one
 * creates a text source.
 */
export function remoteDrafts(callPublic: CallPublic): Handlers {
  const drafts = new Map<string, Draft & { agentId: string }>()

  return {
    listDrafts: ({ params }) => [...drafts.values()].filter(({ agentId }) => agentId === params.agent),
    createDraft: ({ params, body }) => {
      const now = new Date().toISOString()
      const draft: Draft = {
        id: randomId(),
        type: 'text',
        title: titleOf(body),
        content: body.content,
        status: 'pending',
        is_draft: true,
        task_id: '',
        created_at: now,
        updated_at: now,
      }
      drafts.set(draft.id, { ...draft, agentId: params.agent })
      return draft
    },
    updateDraft: ({ params, body }) => {
      const known = drafts.get(params.source)
      if (!known) throw new Error('This draft is gone.')
      const content = body.content ?? known.content
      const title = titleOf({ content, title: body.title })
      const draft = { ...known, content, title, updated_at: new Date().toISOString() }
      drafts.set(draft.id, draft)
      return draft
    },
    deleteDraft: ({ params }) => {
      drafts.delete(params.source)
      return undefined
    },
    publishDraft: async ({ params }, options) => {
      const draft = drafts.get(params.source)
      if (!draft) throw new Error('This draft is gone.')
      const body = { type: 'text' as const, title: draft.title, content: draft.content }
      const made = await callPublic('createSource', { params: { agent: params.agent }, body }, options)
      drafts.delete(draft.id)
      return Array.isArray(made) ? made[0]! : made
    },
  }
}

const TITLE_LENGTH = 60

function titleOf({ title, content }: { title?: string | null | undefined; content: string }): string {
  return title?.trim() || content.trim().slice(0, TITLE_LENGTH).split('\n')[0]!.trim()
}
