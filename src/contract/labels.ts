import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { labelColors } from './enums.ts'
import { text, uuid } from './fields.ts'
import { limits } from './limits.ts'

const color = z.enum(labelColors)

export const label = z.object({ id: uuid, name: z.string(), color })

export const createLabelBody = z.object({ name: text(limits.labelName), color })
const updateLabelBody = createLabelBody.partial()

export const labelEndpoints = {
  listLabels: defineEndpoint('listLabels', {
    summary: "List an organization's labels by name",
    data: z.array(label),
  }),
  createLabel: defineEndpoint('createLabel', {
    summary: 'Create a label',
    body: createLabelBody,
    data: label,
  }),
  updateLabel: defineEndpoint('updateLabel', {
    summary: 'Rename a label or change its colour',
    body: updateLabelBody,
    data: label,
  }),
  deleteLabel: defineEndpoint('deleteLabel', { summary: 'Delete a label and take it off every conversation' }),
}
