"""Trained weights -> the file that sAnon ships: an ONNX graph in eight bits and the tables around it.

    pip install torch onnx onnxruntime sympy
    python benchmarks/tagger/export.py start.npz weights.pt… [--out sanon/extraction/tagger/data/encoder.npz]

Of several files, steps of one descent, the mean (Izmailov et al. 2018, Averaging weights leads to wider optima).
Weights of the products are whole numbers of seven bits with one scale for each output (eight would saturate on
processors without VNNI); inputs of the products are rounded to eight bits when it runs.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import click
import numpy as np
import onnx
import torch
from fusing import with_fewer_steps
from network import HEADS, WIDTH, Network
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.transformers.fusion_options import FusionOptions
from onnxruntime.transformers.optimizer import optimize_model
from torch import Tensor, nn

#: Longest window that the encoder reads, and some more.
POSITIONS = 400


class Encoded(nn.Module):
    """One window: label scores and shares of its pieces."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, embedded: Tensor) -> tuple[Tensor, Tensor]:
        """One row of embedded pieces."""
        scores, shares = self.network.encoded(embedded, None)
        return scores[0], shares[0]


def graph(network: Network) -> bytes:
    """The encoder as an ONNX graph in eight bits."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        plain, fused, small = (str(folder / f"{one}.onnx") for one in ("plain", "fused", "small"))
        torch.onnx.export(
            Encoded(network.eval()),
            (torch.randn(1, 200, WIDTH),),
            plain,
            input_names=["embedded"],
            output_names=["labels", "shares"],
            dynamic_axes={"embedded": {1: "pieces"}, "labels": {0: "pieces"}, "shares": {0: "pieces"}},
            opset_version=17,
            dynamo=False,
        )
        options = FusionOptions("bert")
        options.enable_embed_layer_norm = False
        optimize_model(plain, "bert", HEADS, WIDTH, optimization_options=options).save_model_to_file(fused)
        quantize_dynamic(
            fused,
            small,
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
            extra_options={"MatMulConstBOnly": True, "DefaultTensorType": onnx.TensorProto.FLOAT},
        )
        return with_fewer_steps(Path(small).read_bytes())


@click.command(help=__doc__)
@click.argument("start", type=click.Path(path_type=Path, exists=True))
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--out", type=click.Path(path_type=Path), default="sanon/extraction/tagger/data/encoder.npz")
def export(start: Path, runs: tuple[Path, ...], out: Path) -> None:
    """Write the file that ships."""
    read = [torch.load(run) for run in runs]
    network = Network(start)
    network.load_state_dict({name: sum(one[name].float() for one in read) / len(read) for name in read[0]})
    with np.load(start) as found:
        np.savez(
            out,
            encoder=np.frombuffer(graph(network), np.uint8),
            pieces=found["model"],
            numbers=found["numbers"],
            scales=found["scales"],
            marks=network.marks.detach().numpy().astype(np.float16),
            positions=network.positions.detach().numpy()[:POSITIONS].astype(np.float16),
            domains=network.domains.detach().numpy(),
        )
    print(f"{out}: {out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    export()
