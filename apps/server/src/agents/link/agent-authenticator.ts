import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { agentHandshakeSchema } from '@weft/shared/links/agent-link';
import { AGENT_PROTOCOL, isSupportedAgentProtocol, WEFT_VERSION } from '@weft/shared/version';
import { z } from 'zod';
import { limitedBy } from '../../core/http/limits/client-address.js';
import { RateLimit } from '../../core/http/limits/rate-limit.js';
import { isSameSecret, tokenHash } from '../../core/secrets/secrets.js';
import type { NodeDocument } from '../../domain/documents/node.document.js';
import type { Part } from '../../domain/documents/parts.js';
import { ReportedNodes } from '../../domain/store/reported-nodes.service.js';
import { type AgentIdentity, Refusal } from './agent-socket.js';

const NO_NODE: Part<NodeDocument, 'name' | 'credentialHash' | 'spec.rotation'> = { name: '', credentialHash: '', spec: {} };

/** Decides whether a handshake comes from a node. Refusals say what to do; a wrong node and a wrong credential look the same. */
@Injectable()
export class AgentAuthenticator {
  /**
   * Failures by address. They count only after the credential was checked: failures of strangers at an address do not lock out agents behind it. Guessing a
   * credential of 256 bits is hopeless; each guess costs one read by id.
   */
  private readonly failures = new RateLimit(20, 1);

  constructor(private readonly agents: ReportedNodes) {}

  /** @throws Refusal */
  async identify(auth: unknown, address: string): Promise<AgentIdentity> {
    try {
      return { ...(await this.check(auth)), address };
    } catch (error) {
      const wait = error instanceof Refusal ? this.failures.take(limitedBy(address)) : 0;
      if (wait > 0) throw new Refusal('agent-connects-too-often', { address, retryAfterSeconds: wait });
      throw error;
    }
  }

  private async check(auth: unknown): Promise<Omit<AgentIdentity, 'address'>> {
    const { nodeId, credential, protocol, agentVersion, bootId, instanceId, machineId, held } = this.parse(auth);
    if (!isSupportedAgentProtocol(protocol))
      throw new Refusal('protocol-unsupported', {
        serverVersion: WEFT_VERSION,
        serverProtocol: AGENT_PROTOCOL,
        agentProtocol: protocol,
      });
    const node = (await this.agents.credentialOf(nodeId)) ?? NO_NODE;
    const hash = tokenHash(credential);
    const { nextHash } = node.spec.rotation ?? { nextHash: null };
    const isNext = nextHash !== null && isSameSecret(hash, nextHash);
    if (!isNext && !isSameSecret(hash, node.credentialHash)) throw new Refusal('credential-unknown', {});
    if (isNext) await this.agents.endRotation(nodeId, hash);
    const agent = { version: agentVersion, protocol };
    return { nodeId, nodeName: node.name, bootId, agent, instanceId, machineId, connectionId: randomUUID(), ...(held && { held }) };
  }

  private parse(auth: unknown) {
    const parsed = agentHandshakeSchema.safeParse(auth);
    if (parsed.success) return parsed.data;
    throw new Refusal('agent-handshake-malformed', { explanation: z.prettifyError(parsed.error).slice(0, 1000) });
  }
}
