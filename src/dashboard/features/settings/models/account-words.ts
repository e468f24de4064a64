import type { Data } from '#contract/index.ts'
import type { ModelProvider } from '#contract/model-enums.ts'
import type { BadgeTone } from '#dashboard/ui/badge.tsx'

export type Account = Data<'getModelAccount'>
export type Tested = Data<'testModelAccount'>

export const statuses: Record<Account['status'], { label: string; tone: BadgeTone }> = {
  ok: { label: 'Answers', tone: 'success' },
  failing: { label: 'Fails', tone: 'danger' },
  unchecked: { label: 'Not tried yet', tone: 'neutral' },
}

/** What each provider is, and where its keys and bills are. */
export const providers: Record<ModelProvider, { text: string; keys?: string; bills?: string }> = {
  openai: {
    text: 'GPT',
    keys: 'https://platform.openai.com/api-keys',
    bills: 'https://platform.openai.com/settings/organization/billing',
  },
  anthropic: {
    text: 'Claude',
    keys: 'https://console.anthropic.com/settings/keys',
    bills: 'https://console.anthropic.com/settings/billing',
  },
  google: {
    text: 'Gemini',
    keys: 'https://aistudio.google.com/apikey',
    bills: 'https://aistudio.google.com/usage',
  },
  mistral: {
    text: 'Mistral and Ministral',
    keys: 'https://console.mistral.ai/api-keys',
    bills: 'https://console.mistral.ai/billing',
  },
  openai_compatible: { text: 'Your own server or a gateway: vLLM, Ollama, OpenRouter and others' },
}

/** How a model answered, in words. */
export function trialWords({ ms, streams, calls_tools, counts_tokens }: NonNullable<Tested['trial']>): string {
  const can = [
    streams ? 'writes while one reads' : 'answers in one piece',
    calls_tools ? 'can offer forms and hand over' : 'can’t offer forms',
    counts_tokens ? 'counts its tokens' : 'counts no tokens',
  ]
  return `answered in ${(ms / 1_000).toFixed(1)} seconds; ${can.join(', ')}.`
}
