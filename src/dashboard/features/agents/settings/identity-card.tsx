import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import type { Data } from '#contract/index.ts'
import { useAgentSettingsChange } from '#dashboard/api/change-agent-settings.ts'
import { useSecretMutation } from '#dashboard/api/use-secret-mutation.ts'
import { Card } from '#dashboard/components/card.tsx'
import { Choices } from '#dashboard/components/choice.tsx'
import { CodeBlock } from '#dashboard/components/code-block.tsx'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { Button } from '#dashboard/ui/button.tsx'

const SecretDialog = late(() => import('#dashboard/components/secret-dialog.tsx'), 'SecretDialog')

type Settings = Data<'getAgentSettings'>
type Mode = Settings['identity_mode']

const modes: readonly { value: Mode; title: string; text: string }[] = [
  { value: 'off', title: 'Off', text: 'Visitors are who they say they are; tokens are not looked at.' },
  {
    value: 'optional',
    title: 'Optional',
    text: 'A visitor with a good token is marked as verified, others may write too.',
  },
  { value: 'required', title: 'Required', text: 'Only visitors with a good token can begin a conversation.' },
]

/** Whether visitors must prove who they are, and the secret with which the customer's server signs the proof. */
export function IdentityCard({ agentId, settings }: { agentId: string; settings: Settings }) {
  const [asking, setAsking] = useState(false)
  const { change, error, mutation } = useAgentSettingsChange(agentId)
  const choose = (mode: Mode) => change({ identity_mode: mode })
  const act = 'Visitors’ identity was not changed'
  return (
    <Card
      title="Visitors’ identity"
      description="Your server signs a token for a visitor who is signed in there; the agent then knows it is really them."
      footer={<IdentitySecret agentId={agentId} />}
    >
      <div className="flex flex-col gap-4">
        <Choices
          legend="Identity tokens"
          options={modes}
          chosen={settings.identity_mode}
          onChoose={(mode) => (mode === 'required' ? setAsking(true) : choose(mode))}
        />
        {error && !asking && <ErrorNotice error={error} act={act} />}
        {settings.identity_mode !== 'off' && (
          <div className="flex flex-col gap-2">
            <p className="text-muted">
              Make the token on your server and send it as <code className="font-mono text-sm">identity_token</code>{' '}
              when a conversation begins.
            </p>
            <CodeBlock label="identity token code" title="Node" code={signing(agentId)} />
          </div>
        )}
        <ConfirmDialog
          open={asking}
          onOpenChange={(open) => {
            if (!open) mutation.reset()
            setAsking(open)
          }}
          title="Refuse visitors without a token?"
          description="Whoever comes without a token signed with this agent’s secret can’t begin a conversation, from now on. Without a secret, or before your server signs with it, that is everybody."
          confirmLabel="Require tokens"
          mutation={mutation}
          act={act}
          onConfirm={() => choose('required')}
        />
      </div>
    </Card>
  )
}

const signing = (agentId: string) => `import { createHmac } from 'node:crypto'

const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url')

function identityToken(user) {
  const claims = {
    aud: '${agentId}',
    sub: user.id,
    name: user.name,
    email: user.email,
    exp: Math.floor(Date.now() / 1000) + 3600,
  }
  const signed = \`\${encode({ alg: 'HS256', typ: 'JWT' })}.\${encode(claims)}\`
  const signature = createHmac('sha256', process.env.BATON_IDENTITY_SECRET).update(signed)
  return \`\${signed}.\${signature.digest('base64url')}\`
}
`

function IdentitySecret({ agentId }: { agentId: string }) {
  const [asking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string>()
  const create = useSecretMutation('createIdentitySecret', {
    onSecret: (shown) => {
      setSecret(shown)
      setAsking(false)
    },
  })
  return (
    <>
      <span className="mr-auto text-muted text-sm">
        A secret is shown once, when it is made. A new one replaces the one before.
      </span>
      <Button onClick={() => setAsking(true)}>
        <KeyRound aria-hidden /> New secret
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Make a new identity secret?"
        description="Tokens signed with the one before, if there is one, are refused from now on."
        confirmLabel="Make a secret"
        tone="plain"
        mutation={create}
        onConfirm={() => create.mutate({ params: { agent: agentId } })}
      />
      {secret !== undefined && (
        <SecretDialog
          title="Store the identity secret"
          description="Your server signs visitors’ tokens with it (HS256)."
          secret={secret}
          variable="BATON_IDENTITY_SECRET"
          onStored={() => setSecret(undefined)}
        />
      )}
    </>
  )
}
