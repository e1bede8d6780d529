//! Vectors that acquire or release: their elements are in no order among themselves.

use gpu_litmus::kernel::interpret::exploration::Limits;
use gpu_litmus::kernel::interpret::explore::explore;
use gpu_litmus::kernel::launch::read;
use gpu_litmus::kernel::report::weak::{Said, Weak};
use gpu_litmus::kernel::setup::{Setup, bind};
use gpu_litmus::syntax::span::SourceFile;
use gpu_litmus::verdict::query::Options;

/// Block 0 writes data and a flag behind it, block 1 reads both; `out` is flag and data.
fn launch(write: &str, read_both: &str) -> Setup {
    let text = "ptx = \"k.ptx\"\noutputs = [\"out\"]\n[[launch]]\nentry = \"k\"\ngrid = [2]\nblock = [1]\n\
                args = [\"&a\", \"&out\"]\n[buffer.a]\ncount = 2\n[buffer.out]\ncount = 1\n";
    let ptx = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u64 out)\n{{\n\
         .reg .pred %p<8>;\n.reg .b32 %r<32>;\n.reg .b64 %rd<8>;\n\
         \tld.param.u64 %rd1, [a];\n\tld.param.u64 %rd2, [out];\n\tmov.u32 %r1, %ctaid.x;\n\tmov.u32 %r2, 1;\n\
         \tsetp.eq.u32 %p1, %r1, 1;\n\t@%p1 bra READ;\n{write}\tret;\nREAD:\n{read_both}\
         \tmad.lo.u32 %r5, %r4, 10, %r3;\n\tst.global.u32 [%rd2], %r5;\n\tret;\n}}\n"
    );
    let description = read(&SourceFile::new("k.toml", text)).unwrap();
    let module = gpu_litmus::ptx::parse(&SourceFile::new("k.ptx", ptx)).unwrap();
    bind(description, module).unwrap()
}

/// What a model leaves in `out`.
fn left(setup: &Setup, model: &str) -> Vec<u8> {
    let exploration = explore(setup, &Limits::default());
    let weak = Weak::new(
        setup,
        &exploration.outputs,
        &exploration.contended,
        model,
        &Options::default(),
    )
    .unwrap_or_else(|why| panic!("{why:?}"));
    assert!(weak.gaps().unwrap().is_empty());
    let mut found: Vec<u8> = (0..20)
        .filter(|&value| matches!(weak.gives(&[vec![value, 0, 0, 0]]), Said::Run(_)))
        .collect();
    found.sort_unstable();
    found
}

#[test]
fn elements_have_no_order() {
    let write = "\tst.release.gpu.global.v2.u32 [%rd1], {%r2, %r2};\n";
    let read = "\tld.acquire.gpu.global.v2.u32 {%r3, %r4}, [%rd1];\n";
    let vectors = launch(write, read);
    let one_by_one = launch(
        "\tst.release.gpu.global.u32 [%rd1], %r2;\n\tst.release.gpu.global.u32 [%rd1+4], %r2;\n",
        "\tld.acquire.gpu.global.u32 %r4, [%rd1+4];\n\tld.acquire.gpu.global.u32 %r3, [%rd1];\n",
    );
    for model in ["ptx-7.5", "ptx-6.0"] {
        assert_eq!(left(&vectors, model), [0, 1, 10, 11], "{model}");
        assert_eq!(left(&one_by_one, model), [0, 1, 11], "{model}");
    }
    // One of them in order is not enough.
    let half = launch(
        "\tst.release.gpu.global.u32 [%rd1], %r2;\n\tst.release.gpu.global.u32 [%rd1+4], %r2;\n",
        read,
    );
    assert_eq!(left(&half, "ptx-7.5"), [0, 1, 10, 11]);
}
