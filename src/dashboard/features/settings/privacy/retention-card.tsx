import { useState } from 'react'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { toast } from '#dashboard/ui/toast.tsx'

const usual = [30, 60, 90, 180, 365, 730, 1_095, 3_650]
const FOR_EVER = ''

/** How long closed conversations are kept. Any limit is confirmed first, as it erases the older ones. */
export function RetentionCard({ organization }: { organization: Data<'getOrganization'> }) {
  const { retention_days: saved } = organization
  const [days, setDays] = useState(saved)
  const [asking, setAsking] = useState(false)
  const update = api.updateOrganization.useMutation({
    onSuccess: () =>
      toast.success(days === null ? 'Conversations are kept for ever' : `Conversations are kept for ${days} days`),
  })
  const save = () => update.mutate({ body: { retention_days: days } })
  const choices = saved === null || usual.includes(saved) ? usual : [...usual, saved].toSorted((a, b) => a - b)
  return (
    <>
      <Card
        title="Keep closed conversations"
        footer={
          <Button
            variant="primary"
            disabled={days === saved}
            pending={update.isPending}
            onClick={() => (days === null ? save() : setAsking(true))}
          >
            Save
          </Button>
        }
      >
        <FormField
          label="How long"
          hint="Counted from the day of closing. What is older is erased every night, as if it had been erased by hand. Backups, and what webhooks have delivered, are out of reach."
        >
          <Select
            className="max-w-60"
            value={days ?? FOR_EVER}
            onChange={({ target }) => setDays(target.value === FOR_EVER ? null : Number(target.value))}
          >
            <option value={FOR_EVER}>For ever</option>
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice.toLocaleString()} days
              </option>
            ))}
          </Select>
        </FormField>
        {update.error && !asking && <ErrorNotice error={update.error} className="mt-4" />}
      </Card>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Keep closed conversations for ${days} days?`}
        description={`From tonight on, conversations that were closed more than ${days} days ago are erased for good.`}
        confirmLabel="Erase older ones"
        mutation={update}
        onConfirm={save}
      />
    </>
  )
}
