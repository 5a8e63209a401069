import { record } from './recorded-cluster.js';

export async function main([uri, data, file]: string[]): Promise<void> {
  if (!uri || !data || !file) throw new Error('usage: node scripts/record-cluster.mjs MONGODB-URI DATA-FOLDER FILE');
  await record(uri, data, file);
}
