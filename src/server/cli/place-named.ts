import { resolve } from 'node:path'
import { type AwsVariables, isS3Url, readS3Url } from '../adapters/storage/s3/address.ts'
import { createBucketPlace, createFolderPlace, type Place } from '../backup/places.ts'

/** Where a backup lies that somebody names: a folder, or `s3://bucket/folder?endpoint=…`. @throws Error with a sentence */
export function placeNamed(name: string, aws: AwsVariables): Place {
  if (!isS3Url(name)) return createFolderPlace(resolve(name))
  try {
    const address = readS3Url(name, aws)
    if (address.prefix === '') throw new Error('must name a folder of the bucket')
    return createBucketPlace(address)
  } catch (error) {
    throw new Error(`${name.split('?')[0]}: ${(error as Error).message}.`)
  }
}
