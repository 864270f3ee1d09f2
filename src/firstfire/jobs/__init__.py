"""Jobs: pieces of work with a name, done once, on the processes of this machine or on a cluster, kept in a folder."""

from .code import code_of
from .performing import NamedJob, ResultStore, cores, in_order, perform, stream

__all__ = ["NamedJob", "ResultStore", "code_of", "cores", "in_order", "perform", "stream"]
