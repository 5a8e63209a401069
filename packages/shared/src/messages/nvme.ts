import { z } from 'zod';
import { MAX } from './bounded.js';

/*
 * NVMe and network terms in messages. The standards set their bounds, which matter because agents build paths, attributes and arguments from them.
 */

/** NVM Express Base 2.0, 4.7: `nqn.`, a date, a reversed domain, at most 223 bytes. Stricter than UTF-8: an NQN is a folder name in configfs. */
export const nqnSchema = z
  .string()
  .max(223)
  .regex(/^nqn\.\d{4}-(0[1-9]|1[0-2])\.[A-Za-z0-9][A-Za-z0-9.:_-]*$/, 'must be an NQN: nqn.2026-11.org.example:name');

/** NVM Express Base 2.0, 5.17.2.1, Serial Number: 20 bytes of printable ASCII, without the padding blanks. */
export const serialSchema = z
  .string()
  .max(20)
  .regex(/^[ -~]*$/, 'must be printable ASCII');

/** Namespace ids 0 and FFFFFFFFh mean none and all. */
export const nsidSchema = z.int().min(1).max(0xffff_fffe);

export const addressSchema = z.union([z.ipv4().max(MAX.ipAddress), z.ipv6().max(MAX.ipAddress)]);

/** TCP port number, or the port of an RDMA CM service id. */
export const serviceIdSchema = z.int().min(1).max(65_535);
