import { entry } from '../../entry.js';
import { count, oneOf, seconds, texts, word } from '../../field.js';
import { quote, words } from '../../words.js';

const url = 'https://weft-1.ams.example:4000';
const path = '/api/v1/overview';

/* Why a federation has no current values of a zone, or not all of them. */
export const zoneMessages = {
  'zone-not-asked': entry({}, { message: () => words`the federation has started and has no answer of this zone yet`, example: {} }),
  'zone-unreachable': entry(
    { url: word, explanation: word },
    {
      message: ({ url: address, explanation }) => words`${address} cannot be reached: ${quote(explanation)}`,
      unblockedBy: () => words`a running server of the zone at this address, and a network path from the federation to it`,
      example: { url, explanation: 'connect ECONNREFUSED 192.0.2.1:4000' },
    },
  ),
  'zone-late': entry(
    { url: word, limitSeconds: seconds },
    {
      message: ({ url: address, limitSeconds }) => words`${address} did not answer within ${limitSeconds} s`,
      unblockedBy: () => words`a server of the zone that answers in time`,
      example: { url, limitSeconds: 5 },
    },
  ),
  'zone-answer-too-large': entry(
    { url: word, path: word, limitMebibytes: count },
    {
      message: ({ url: address, path: of, limitMebibytes }) =>
        words`the answer of ${address} to ${of} has more than ${limitMebibytes} MiB, the limit of the federation`,
      example: { url, path, limitMebibytes: 8 },
    },
  ),
  'zone-answer-unreadable': entry(
    { path: word, fields: texts },
    {
      message: ({ path: of, fields }) => words`the answer to ${of} lacks or has in another form: ${fields}`,
      unblockedBy: () => words`the same version of Weft in the zone and in the federation`,
      example: { path, fields: ['counts.drives.capacityBytes'] },
    },
  ),
  'zone-answer-foreign': entry(
    { url: word, path: word, status: count },
    {
      message: ({ url: address, path: of, status }) =>
        words`${address} answered ${of} with status ${status}, and not as a server of Weft does`,
      unblockedBy: () => words`the address of a server of Weft, or a proxy in front of it that passes its answers on`,
      example: { url, path, status: 502 },
    },
  ),
  'zone-error': entry(
    { url: word, path: word, status: count, explanation: word },
    {
      message: ({ url: address, path: of, status, explanation }) =>
        words`${address} answered ${of} with the error ${status}: ${quote(explanation)}`,
      example: { url, path, status: 503, explanation: 'The database has no primary.' },
    },
  ),
  'zone-certificate': entry(
    { url: word, explanation: word },
    {
      message: ({ url: address, explanation }) =>
        words`the certificate of ${address} is not one that the federation trusts: ${quote(explanation)}; the token was not sent`,
      unblockedBy: () => words`the authority of this cluster in caFile or caFingerprint of the zone`,
      example: { url, explanation: 'self-signed certificate in certificate chain' },
    },
  ),
  'zone-token-unreadable': entry(
    { problem: oneOf('missing', 'unreadable', 'malformed') },
    {
      message: ({ problem }) => words`the file with the token of this zone is ${problem}`,
      unblockedBy: () => words`one API token of the zone in that file, readable for the federation`,
      example: { problem: 'missing' },
    },
  ),
  'zone-token-refused': entry(
    { url: word, explanation: word },
    {
      message: ({ url: address, explanation }) => words`${address} refuses the token of the federation: ${quote(explanation)}`,
      unblockedBy: () => words`a new API token of the zone, with the role viewer, in the file that the configuration names`,
      example: { url, explanation: 'The bearer token is no valid API token.' },
    },
  ),
  'zone-other-cluster': entry(
    { url: word, expectedId: word, foundId: word },
    {
      message: ({ url: address, expectedId, foundId }) =>
        words`${address} answers for cluster ${foundId}, and the zone is cluster ${expectedId}: nothing of the other cluster is shown`,
      unblockedBy: () =>
        words`the right address; if the cluster was replaced on purpose, the new id in clusterId of the zone, or a restart of the federation`,
      example: { url, expectedId: 'ID-1', foundId: 'ID-2' },
    },
  ),
  'zone-same-cluster': entry(
    { zone: word, clusterId: word },
    {
      message: ({ zone, clusterId }) =>
        words`this address answers for cluster ${clusterId}, which is zone ${zone} already: it is not counted twice`,
      unblockedBy: () => words`one zone for each cluster; further servers of a cluster are further addresses of its zone`,
      example: { zone: 'ams', clusterId: 'ID-1' },
    },
  ),
  'zone-cluster-taken': entry(
    { clusterId: word },
    {
      message: ({ clusterId }) => words`this address answers for cluster ${clusterId}, which is another zone of this federation already`,
      unblockedBy: () => words`the operator of the federation: one zone for each cluster`,
      example: { clusterId: 'ID-1' },
    },
  ),
  'zone-simulated': entry(
    { url: word },
    {
      message: ({ url: address }) =>
        words`${address} answers for a simulated cluster, and this federation is of real ones: nothing of it is shown`,
      unblockedBy: () => words`another federation, with the setting simulated, for simulated clusters`,
      example: { url },
    },
  ),
  'zone-real': entry(
    { url: word },
    {
      message: ({ url: address }) =>
        words`${address} answers for a real cluster, and this federation is of simulated ones: nothing of it is shown`,
      unblockedBy: () => words`another federation, without the setting simulated, for real clusters`,
      example: { url },
    },
  ),
  'zone-too-new': entry(
    { version: word, ownVersion: word, path: word, fields: texts },
    {
      message: ({ version, ownVersion, path: of, fields }) =>
        words`the zone has version ${version}, the federation ${ownVersion}, which needs of ${of}: ${fields}`,
      unblockedBy: () => words`a federation of the version of the zone`,
      example: { version: '0.3.0', ownVersion: '0.1.0', path, fields: ['counts.volumes'] },
    },
  ),
  'zone-search-late': entry(
    { limitMilliseconds: count },
    {
      message: ({ limitMilliseconds }) => words`the zone did not answer the search within ${limitMilliseconds} ms`,
      example: { limitMilliseconds: 1000 },
    },
  ),
  'zone-alerts-cut': entry(
    { listed: count, open: count },
    {
      message: ({ listed, open }) => words`the zone has ${open} open alerts, of which the newest ${listed} are listed here`,
      example: { listed: 200, open: 812 },
    },
  ),
  'zone-topology-not-read': entry(
    {},
    { message: () => words`the federation has no topology of this zone yet; it reads it now`, example: {} },
  ),
};
