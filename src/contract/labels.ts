import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { labelColors } from './enums.ts'
import { text, uuid } from './fields.ts'
import { limits } from './limits.ts'

const color = z.enum(labelColors)

export const label = z.object({ id: uuid, name: z.string(), color })

export const createLabelBody = z.object({ name: text(limits.labelName), color })
const updateLabelBody = createLabelBody.partial()

export const labelEndpoints = defineEndpoints({
  listLabels: { summary: "List an organization's labels by name", data: z.array(label) },
  createLabel: { summary: 'Create a label', body: createLabelBody, data: label },
  updateLabel: { summary: 'Rename a label or change its colour', body: updateLabelBody, data: label },
  deleteLabel: { summary: 'Delete a label and take it off every conversation' },
})
