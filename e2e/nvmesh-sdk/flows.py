"""Runs one flow with the unmodified NVMeshSDK: flows.py URL USER PASSWORD FLOW. The flows are the examples of the SDK's own documentation.

The last line of the output is JSON: what the flow found. A flow that fails ends with a traceback.
"""
import inspect
import json
import logging
import sys
import time
from collections import namedtuple

# Python 3.11 has no getargspec, which NVMeshSDK 2.3.0 calls.
if not hasattr(inspect, 'getargspec'):
    ArgSpec = namedtuple('ArgSpec', 'args varargs keywords defaults')
    inspect.getargspec = lambda function: ArgSpec(*inspect.getfullargspec(function)[:4])

from NVMeshSDK.APIs.ClientAPI import ClientAPI
from NVMeshSDK.APIs.ClusterAPI import ClusterAPI
from NVMeshSDK.APIs.ConfigurationProfileAPI import ConfigurationProfileAPI
from NVMeshSDK.APIs.DriveAPI import DriveAPI
from NVMeshSDK.APIs.DriveClassAPI import DriveClassAPI
from NVMeshSDK.APIs.GeneralSettingsAPI import GeneralSettingsAPI
from NVMeshSDK.APIs.LogAPI import AlertAPI, LogAPI
from NVMeshSDK.APIs.NVMeshClusterMetadataAPI import NVMeshClusterMetadataAPI
from NVMeshSDK.APIs.TargetAPI import TargetAPI
from NVMeshSDK.APIs.TargetClassAPI import TargetClassAPI
from NVMeshSDK.APIs.VolumeAPI import VolumeAPI
from NVMeshSDK.APIs.VpgAPI import VpgAPI
from NVMeshSDK.ConnectionManager import ConnectionManager
from NVMeshSDK.Consts import RAIDLevels
from NVMeshSDK.Entities.Client import Client
from NVMeshSDK.Entities.Drive import Drive
from NVMeshSDK.Entities.DriveClass import DriveClass
from NVMeshSDK.Entities.Target import Target
from NVMeshSDK.Entities.Volume import Volume
from NVMeshSDK.MongoObj import MongoObj

GIB = 1024 ** 3


def ok(answer):
    """The result of an SDK call: a pair of error and answer."""
    err, out = answer
    assert err is None, err
    return out


def done(answer):
    """The ids of a change, each of which succeeded."""
    out = ok(answer)
    assert all(each['success'] and each['error'] is None for each in out), out
    return [each['_id'] for each in out]


def until(what, found, seconds=60):
    end = time.time() + seconds
    while time.time() < end:
        value = found()
        if value:
            return value
        time.sleep(0.2)
    raise AssertionError('waited {0} s for {1}'.format(seconds, what))


def volume_named(name):
    found = ok(VolumeAPI().get(filter=[MongoObj(field=Volume.Id, value=name)]))
    return found[0] if found else None


def volumes():
    api = VolumeAPI()
    made = done(api.save([
        Volume(name='vol1', RAIDLevel=RAIDLevels.MIRRORED_RAID_1, capacity=GIB, numberOfMirrors=1),
        Volume(name='vol2', RAIDLevel=RAIDLevels.CONCATENATED, capacity=GIB, description='some description'),
        Volume(name='vol3', RAIDLevel=RAIDLevels.STRIPED_RAID_0, capacity='1g', stripeSize=32, stripeWidth=2),
        Volume(name='vol4', RAIDLevel=RAIDLevels.STRIPED_AND_MIRRORED_RAID_10, capacity='2GiB', stripeSize=32, stripeWidth=2,
               numberOfMirrors=1, diskClasses=['all']),
    ]))
    coded = ok(api.save([Volume(name='vol5', RAIDLevel=RAIDLevels.ERASURE_CODING, capacity=GIB, dataBlocks=8, parityBlocks=2)]))
    until('the volumes', lambda: all(volume_named(name).status == 'online' for name in made))
    projection = [MongoObj(field=Volume.Id, value=1), MongoObj(field=Volume.Size, value=1), MongoObj(field=Volume.RaidLevel, value=1)]
    projected = ok(api.get(projection=projection, sort=[MongoObj(field=Volume.Id, value=1)]))
    page = ok(api.get(page=1, count=3, sort=[MongoObj(field=Volume.Id, value=1)]))
    mirror = volume_named('vol1')
    segments = mirror.chunks[0].pRaids[0].diskSegments

    # Doubling the capacity, as the documentation of update has it.
    volume = volume_named('vol2')
    volume.capacity *= 2
    done(api.update([volume]))
    grown = until('the growth', lambda: volume_named('vol2').capacity == 2 * GIB and volume_named('vol2'))

    deleted = done(api.delete(['vol3', 'vol4']))
    until('two volumes', lambda: len(ok(api.get())) == 2)
    rebuild = ok(api.rebuildVolumes(['vol1']))
    missing = ok(api.delete(['no-such']))
    deleted += done(api.delete(ok(api.get())))
    until('no volumes', lambda: ok(api.count()) == 0)
    return {
        'made': made,
        'coded': coded,
        'projected': [each.serialize() for each in projected],
        'page': [each.name for each in page],
        'segments': sorted({each.node_id for each in segments}),
        'grown': grown.blocks,
        'rebuild': rebuild,
        'missing': missing,
        'deleted': deleted,
    }


def attachments():
    """NVMeshSDK 2.3.0 has no call for it: nvmesh-csi-driver adds these two to its ClientAPI."""
    clients = ClientAPI()

    def attach(client, volume, mode):
        reservation = {'mode': mode, 'preempt': False}
        return done(clients.makePost(['attach'], {'client': client, 'volumes': [{'name': volume, 'reservation': reservation}]}))

    def detach(client, volume, force):
        return done(clients.makePost(['detach'], {'client': client, 'volumes': [{'name': volume, 'force': 1 if force else 0}]}))

    def devices(client):
        return ok(clients.get(filter=[MongoObj(field=Client.Id, value=client)]))[0].block_devices

    done(VolumeAPI().save([Volume(name='att1', RAIDLevel=RAIDLevels.MIRRORED_RAID_1, capacity=GIB, numberOfMirrors=1)]))
    until('the volume', lambda: volume_named('att1').status == 'online')
    attach('client-1', 'att1', 'EXCLUSIVE_READ_WRITE')
    device = until('the attachment', lambda: next((each for each in devices('client-1') if each.vol_status == 4), None))
    reservation = volume_named('att1').reservation
    busy = ok(VolumeAPI().delete(['att1']))
    found = ok(clients.get(filter=[MongoObj(field=[Client.BlockDevices, 'name'], value='att1')]))
    detach('client-1', 'att1', False)
    until('the detach', lambda: devices('client-1') == [])
    done(VolumeAPI().delete(['att1']))
    until('no volume', lambda: volume_named('att1') is None)
    return {
        'device': {'name': device.name, 'io': device.is_io_enabled, 'mode': device.reservation.mode},
        'reservedBy': reservation.reservedBy,
        'busy': busy,
        'found': [each._id for each in found],
    }


def drive_classes():
    api = DriveClassAPI()
    target = ok(TargetAPI().get(filter=[MongoObj(field=Target.Id, value='target-1')]))[0]
    ids = [drive.diskID for drive in target.disks]
    one = DriveClass(_id='dc1', disks=[Drive(diskID=ids[0], Model='Simulated NVMe', nodeID='target-1')])
    two = DriveClass(_id='dc2', disks=[Drive(diskID=each, Model='Simulated NVMe', nodeID='target-1') for each in ids], description='both')
    made = done(api.save([one, two]))
    stored = ok(api.get(filter=[MongoObj(field=DriveClass.Id, value='dc1')]))[0]
    stored.disks.append(Drive(diskID=ids[1], Model='Simulated NVMe', nodeID='target-1'))
    done(api.update([stored]))
    updated = ok(api.get(filter=[MongoObj(field=DriveClass.Id, value='dc1')]))[0]
    deleted = done(api.delete(['dc1'])) + done(api.delete(ok(api.get(filter=[MongoObj(field=DriveClass.Id, value='dc2')]))))
    return {
        'made': made,
        'drives': [{'id': each.diskID, 'model': each.Model, 'target': each.nodeID} for each in updated.disks],
        'deleted': deleted,
    }


def cluster():
    targets, clients = TargetAPI(), ClientAPI()
    status = ok(ClusterAPI().status())
    extended = ok(ClusterAPI()._extendedStatus())
    drives = ok(DriveAPI().get(filter=[MongoObj(field='disks.nodeID', value='target-2')]))
    profile = ok(ConfigurationProfileAPI().get())[0]
    return {
        'targets': [each.node_id for each in ok(targets.get(sort=[MongoObj(field=Target.Id, value=-1)]))],
        'targetCount': ok(targets.count()),
        'clients': [each._id for each in ok(clients.get(filter=[MongoObj(field=Client.Health, value='healthy')]))],
        'clientCount': ok(clients.count()),
        'drives': [each.disks.diskID for each in drives],
        'total': status.servers.totalServers,
        'space': status.totalSpace - status.allocatedSpace - status.freeSpace,
        'healthy': extended.servers.healthy,
        'profile': profile._id,
        'profileSaved': ok(ConfigurationProfileAPI().update([profile])),
        'logs': [len(ok(LogAPI().get())), ok(LogAPI().count()), ok(AlertAPI().count())],
        'vpgs': ok(VpgAPI().get()),
        'targetClasses': ok(TargetClassAPI().get()),
        'clusterID': ok(NVMeshClusterMetadataAPI().get())[0].id,
        'settings': ok(GeneralSettingsAPI().getClusterName())[0].clusterName,
        'shutDown': ok(ClusterAPI().shutDownClusterNodes()),
        'deleted': ok(targets.delete(['target-1'])),
        'formatted': DriveAPI().formatDrives([drives[0].disks.diskID]),
    }


def refusals():
    """A filter that the server refuses is an error of HTTP, as the SDK knows it."""
    err, out = VolumeAPI().get(filter=[MongoObj(field='$where', value='sleep(1000)')])
    return {'code': err['code'], 'content': json.loads(err['content']), 'out': out}


def login():
    err, out = VolumeAPI().get()
    return {'code': err and err['code'], 'content': err and json.loads(err['content']), 'volumes': out}


FLOWS = {each.__name__: each for each in (volumes, attachments, drive_classes, cluster, refusals, login)}

if __name__ == '__main__':
    url, user, password, flow = sys.argv[1:5]
    ConnectionManager.getInstance(managementServers=[url], user=user, password=password, logger=logging)
    print(json.dumps(FLOWS[flow]()))
