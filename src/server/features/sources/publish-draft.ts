import { codePoints } from '#contract/fields.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import { invalid } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { organizationOf, takeQuota } from '../organizations/index.ts'
import { countSources } from './counts.ts'
import { holdingDraft } from './holding-source.ts'
import { presentSource } from './presenter.ts'
import { changeSource } from './queries.ts'
import { startTraining } from './start-training.ts'
import { titleFromText } from './titles.ts'

/** Makes a draft an ordinary source, which counts against the plan and is trained on. */
export const publishDraft: Verb<'publishDraft'> = (ctx, input) =>
  holdingDraft(ctx, input, async (tx, agent, draft) => {
    if (!draft.content) throw invalid('content', 'is required')
    const organization = await organizationOf(tx, agent)
    const size = codePoints(draft.content)
    await takeQuota(ctx, tx, organization, 'text_characters', size)
    assertAvailable(agent)

    const source: Row<'sources'> = {
      ...draft,
      title: draft.title || titleFromText(draft.content),
      is_draft: 0,
      size,
      task_id: newId(),
      updated_at: ctx.now(),
    }
    const { title, is_draft, task_id, updated_at } = source
    await changeSource(tx, source.id, { title, is_draft, size, task_id, updated_at })
    await countSources(tx, agent.id, [], [source])
    await startTraining(ctx, tx, [source])
    await emit(ctx, tx, organization.id, { type: 'source.created', agent_id: agent.id, source_id: source.id })
    return ctx.answer(tx, presentSource(source))
  })
