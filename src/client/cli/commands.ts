import { checks } from './checks.ts'
import type { Command } from './command.ts'
import { conversationCommands } from './conversation-commands.ts'
import { listen } from './listen.ts'
import { allOf, table } from './output.ts'
import { sourceCommands } from './source-commands.ts'
import { talkCommands } from './talk-commands.ts'

const agents: Command = {
  name: 'agents',
  args: [],
  summary: "List the organization's agents",
  async run({ baton, output, organization }) {
    const found = await allOf(baton.agents.all(await organization()))
    output.show({
      json: found,
      ids: found.map(({ id }) => id),
      text: table(
        found.map(({ id, name, model, is_disabled }) => [id, name, model.name, is_disabled ? 'disabled' : '']),
      ),
    })
  },
}

/** All commands but `login`, `help` and `completions`, which need no server or know the others. */
export const serverCommands: readonly Command[] = [
  agents,
  ...sourceCommands,
  ...talkCommands,
  ...conversationCommands,
  checks,
  listen,
]
