import { fittingAction, textOf } from '#server/adapters/models/fitting-action.ts'
import type { AgentAction } from '#server/adapters/models/tools.ts'
import { createKnowledge } from '#server/knowledge/knowledge.ts'
import { type ActionSet, actionSets } from './actions/phrases.ts'

/**
 * Measures how the built-in model chooses among an agent's actions: `node e2e/real-input/actions.ts` prints, for each
 * company of `actions/phrases.ts`, how many of those who ask for an action are offered it or another one, and how many
 * of those who want none are offered one; with `misses`, also each message whose offer was not the one wanted. It runs
 * the server's code without a server.
 */
const showsMisses = process.argv.includes('misses')
const knowledge = createKnowledge()
process.stdout.write('company  fitted on it  offered  another offered  offered though none was wanted\n')
for (const set of actionSets) await report(set)
await knowledge.close()

async function report({ name, isTuned, actions, others }: ActionSet): Promise<void> {
  const forms = actions.map((action): AgentAction => ({ ...action, id: action.slug, fields: [] }))
  const asked = actions.flatMap(({ slug, asked }) => asked.map((message) => ({ message, wanted: slug })))
  let right = 0
  let wrong = 0
  let unwanted = 0
  for (const { message, wanted } of [...asked, ...others.map((message) => ({ message, wanted: undefined }))]) {
    const given = await offered(message, forms)
    if (wanted !== undefined && given === wanted) right += 1
    else if (wanted !== undefined && given !== undefined) wrong += 1
    else if (given !== undefined) unwanted += 1
    if (showsMisses && given !== wanted)
      process.stdout.write(`  wanted ${wanted ?? 'none'}, offered ${given ?? 'none'}: ${message}\n`)
  }
  const shares = [right / asked.length, wrong / asked.length, unwanted / others.length]
  const cells = shares.map((share) => `${(100 * share).toFixed(0)} %`)
  process.stdout.write(`${[name, isTuned ? 'yes' : 'no', ...cells].join('  ')}\n`)
}

async function offered(message: string, actions: AgentAction[]): Promise<string | undefined> {
  const similarities = await knowledge.similarities(message, actions.map(textOf))
  return fittingAction(
    message,
    actions.map((action, at) => ({ ...action, similarity: similarities[at]! })),
  )?.action.slug
}
