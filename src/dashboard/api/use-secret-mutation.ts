import { useMutation } from '@tanstack/react-query'
import type { ApiError } from './api-error.ts'
import { call } from './client.ts'
import type { Answer, CallInput, MutationVariables } from './types.ts'

type SecretName =
  | ('createApiKey' | 'createWebhookEndpoint' | 'createIdentitySecret' | 'createInvitation')
  | ('createMailbox' | 'renewInboundUrl')

interface SecretOptions<Name extends SecretName> {
  /** To be dropped when the dialog closes; empty if the answer has none, as for an invitation sent by e-mail. */
  onSecret: (secret: string, rest: Shown<Name>) => void
  onError?: (error: ApiError) => void
}

type SecretField = 'key' | 'secret' | 'link' | 'inbound_url'
type Shown<Name extends SecretName> = Omit<Answer<Name>, SecretField>

/**
 * Runs a mutation whose answer contains a secret that is shown once. The secret goes to `onSecret` only, not into the
 * mutation cache. If no answer arrives, the call is not repeated, as a replayed answer lacks the secret.
 */
export function useSecretMutation<Name extends SecretName>(name: Name, { onSecret, onError }: SecretOptions<Name>) {
  return useMutation<Shown<Name>, ApiError, MutationVariables<Name>>({
    mutationKey: [name],
    meta: { operation: name },
    retry: false,
    gcTime: 0,
    mutationFn: async (variables) => {
      // Every operation of SecretName answers with one of these.
      const answer = (await call(name, variables as CallInput<Name>)) as Partial<Record<SecretField, string>>
      const { key, secret, link, inbound_url, ...rest } = answer
      const shown = rest as Shown<Name>
      onSecret(key ?? secret ?? link ?? inbound_url ?? '', shown)
      return shown
    },
    ...(onError && { onError }),
  })
}
