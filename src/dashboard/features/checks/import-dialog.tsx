import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { fieldErrors } from '#dashboard/api/field-errors.ts'
import { DialogForm } from '#dashboard/components/dialog-form.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { Dialog, DialogContent } from '#dashboard/ui/dialog.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { toast } from '#dashboard/ui/toast.tsx'

/** A dialog to add checks from a CSV file. If a single row has a problem, none is added. */
export function ImportDialog({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const read = api.importChecks.useMutation({
    onSuccess: ({ imported }) => toast.success(`${counted(imported, 'check')} added`),
  })
  const problems = fieldErrors(read.error)
  const submit = async () => {
    if (!file || read.isPending) return
    // Given here, it is called only while this dialog is open: after Cancel, another one would be closed.
    read.mutate({ params: { agent: agentId }, body: await file.text() }, { onSuccess: onClose })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Import checks" description="From a CSV file, as spreadsheets save it.">
        <DialogForm
          onSubmit={() => void submit()}
          onCancel={onClose}
          submitLabel="Import checks"
          pending={read.isPending}
          disabled={!file}
          error={problems.length === 0 ? read.error : null}
        >
          <FormField
            label="File"
            hint="Its first line names the columns: question, expects (answers, refuses or hands_over), facts, cites and muted. Only question is needed. In facts, ; parts what must all be said, and | what will do as well."
          >
            <Input
              type="file"
              accept=".csv,text/csv"
              className="pl-1 text-muted file:mr-2 file:h-full file:cursor-pointer file:rounded-sm file:border-0 file:bg-hover file:px-2 file:font-medium file:text-ink py-1"
              onChange={({ target }) => {
                read.reset()
                setFile(target.files?.[0])
              }}
            />
          </FormField>
          {problems.length > 0 && (
            <div
              role="alert"
              className="flex flex-col gap-1 rounded border border-danger-line bg-danger-soft px-3 py-2"
            >
              <p className="font-medium text-danger">Nothing was imported</p>
              <ul className="max-h-48 list-disc overflow-y-auto pl-5">
                {problems.map(({ field, message }) => (
                  <li key={field + message}>{message}</li>
                ))}
              </ul>
            </div>
          )}
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}
