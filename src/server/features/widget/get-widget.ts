import type { Verb } from '../../http/binding.ts'
import { widgetOf } from '../agents/index.ts'
import { isAnybodyAvailable, isTeamAtWork } from '../organizations/index.ts'

/** What a page needs to know of an agent to draw its chat. Of the team it tells only whether somebody is there. */
export const getWidget: Verb<'getWidget'> = async (ctx, { agent }) => {
  const { appearance, starters, away_text, locale } = widgetOf(agent)
  const isOn = agent.is_disabled === 0
  const canComePeople = isOn && (agent.human_intervention === 1 || agent.only_human === 1)
  const { read } = ctx.database
  const isAttended =
    canComePeople &&
    (await isAnybodyAvailable(read, agent.organization_id)) &&
    (await isTeamAtWork(read, agent, ctx.now()))
  return {
    name: agent.name,
    greeting: agent.greeting,
    appearance,
    starters,
    away_text,
    locale,
    availability: isAttended ? 'people' : 'away',
    ai: isOn && agent.only_human === 0,
    people: canComePeople,
  }
}
