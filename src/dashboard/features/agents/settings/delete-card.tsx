import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { toast } from '#dashboard/ui/toast.tsx'

export function DeleteCard({ agent }: { agent: Data<'getAgent'> }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const remove = api.deleteAgent.useMutation({
    onSuccess: async () => {
      setAsking(false)
      await navigate({ to: '/agents', ignoreBlocker: true })
      toast.success(`${agent.name} is deleted`)
    },
  })
  return (
    <>
      <Card
        title="Delete"
        description="Its sources, conversations and webhooks go with it. There is no way back."
        actions={
          <Button
            scope="agent:delete"
            className="border-danger-line text-danger hover:bg-danger-soft"
            onClick={() => setAsking(true)}
          >
            Delete agent
          </Button>
        }
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete ${agent.name}?`}
        description="The agent, everything it has learnt and all its conversations are removed for good."
        confirmLabel="Delete agent"
        typeToConfirm={agent.name}
        mutation={remove}
        onConfirm={() => remove.mutate({ params: { agent: agent.id } })}
      />
    </>
  )
}
