// SPDX-License-Identifier: MIT

//! Memory for one argument of many calls. The argument is at its end, after
//! bytes that no call may change, and before a page that cannot be accessed. A
//! function that reads or writes there ends the tests with its name, as does
//! one that writes to an input. Miri sees such an access by itself.

#[cfg(not(miri))]
pub use guarded::{call, Memory};
#[cfg(miri)]
pub use unguarded::{call, Memory};

/// Bytes before each argument.
const MARGIN: usize = 64;

/// The memory through which the test writes and compares.
impl Memory {
    /// Everything before the guard.
    pub fn bytes(&self) -> *mut u8 {
        // SAFETY: the memory is that long.
        unsafe { self.end.sub(self.length) }
    }

    /// The length of everything before the guard.
    pub fn length(&self) -> usize {
        self.length
    }

    /// An argument of this many bytes.
    pub fn argument(&self, length: usize) -> *mut u8 {
        assert!(length + MARGIN <= self.length);
        // SAFETY: within the memory.
        unsafe { self.end.sub(length) }
    }
}

#[cfg(not(miri))]
mod guarded {
    use super::MARGIN;
    use libc::{c_int, c_void};
    use std::cell::Cell;
    use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
    use std::ptr::null_mut;
    use std::sync::Once;

    pub struct Memory {
        own: Mapping,
        /// The same memory for the function.
        passed: Mapping,
        pub(super) end: *mut u8,
        pub(super) length: usize,
    }

    impl Memory {
        /// Memory for arguments of up to `most` bytes, which a function may
        /// write or not.
        pub fn new(most: usize, is_written: bool) -> Self {
            let length = most + MARGIN;
            // SAFETY: a query.
            let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
            let before_guard = length.next_multiple_of(page);
            let size = before_guard + page;
            // SAFETY: the name is a string; the file is new.
            let file = unsafe {
                let file = libc::memfd_create(c"argument".as_ptr(), 0);
                OwnedFd::from_raw_fd(success(file))
            };
            // SAFETY: the file is open.
            success(unsafe { libc::ftruncate(file.as_raw_fd(), size as _) });
            let write = libc::PROT_READ | libc::PROT_WRITE;
            let own = Mapping::new(&file, size, write);
            let access = if is_written { write } else { libc::PROT_READ };
            let passed = Mapping::new(&file, size, access);
            for mapping in [&own, &passed] {
                // SAFETY: the last page of the mapping.
                success(unsafe {
                    let guard = mapping.start.byte_add(before_guard);
                    libc::mprotect(guard, page, libc::PROT_NONE)
                });
            }
            // SAFETY: within the mapping.
            let end = unsafe { own.start.byte_add(before_guard) }.cast();
            Self { own, passed, end, length }
        }

        /// What a function gets for the argument.
        pub fn passed(&self, length: usize) -> *mut u8 {
            let offset = self.argument(length).addr() - self.own.start.addr();
            self.passed.start.wrapping_byte_add(offset).cast()
        }
    }

    /// A part of the address space.
    struct Mapping {
        start: *mut c_void,
        size: usize,
    }

    impl Mapping {
        fn new(file: &OwnedFd, size: usize, access: c_int) -> Self {
            let (file, shared) = (file.as_raw_fd(), libc::MAP_SHARED);
            // SAFETY: new addresses.
            let start = unsafe {
                libc::mmap(null_mut(), size, access, shared, file, 0)
            };
            assert_ne!(start, libc::MAP_FAILED);
            Self { start, size }
        }
    }

    impl Drop for Mapping {
        fn drop(&mut self) {
            // SAFETY: nothing points there anymore.
            success(unsafe { libc::munmap(self.start, self.size) });
        }
    }

    fn success(status: c_int) -> c_int {
        assert!(status >= 0, "{}", std::io::Error::last_os_error());
        status
    }

    thread_local! {
        /// The function that this thread calls.
        static CALLED: Cell<&'static str> = const { Cell::new("") };
    }

    /// Calls a function, whose name is printed if it accesses other memory.
    pub fn call<T>(name: &'static str, function: impl FnOnce() -> T) -> T {
        static HANDLER: Once = Once::new();
        HANDLER.call_once(|| {
            let handler: extern "C" fn(c_int) = name_the_function;
            // SAFETY: zeros are a valid action. The handler only calls what a
            // handler may call.
            unsafe {
                let mut action: libc::sigaction = std::mem::zeroed();
                action.sa_sigaction = handler as libc::sighandler_t;
                // A stack overflow leaves no room on the stack of the thread.
                action.sa_flags = libc::SA_ONSTACK | libc::SA_RESETHAND;
                for signal in [libc::SIGSEGV, libc::SIGBUS] {
                    success(libc::sigaction(signal, &action, null_mut()));
                }
            }
        });
        CALLED.set(name);
        let answer = function();
        CALLED.set("");
        answer
    }

    extern "C" fn name_the_function(_: c_int) {
        let name = CALLED.get();
        let end = " accesses memory outside of its arguments, or writes to an \
                   input\n";
        let parts = if name.is_empty() { ["", ""] } else { [name, end] };
        for part in parts {
            let (text, length) = (part.as_ptr().cast(), part.len());
            // SAFETY: the text is that long. After the handler, the same access
            // ends the process.
            unsafe { libc::write(libc::STDERR_FILENO, text, length) };
        }
    }

    /// What a process prints that makes an access, and the signal that ends it.
    fn process(access: impl FnOnce()) -> (String, c_int) {
        let mut pipe = [0; 2];
        // SAFETY: the child only makes calls that are allowed after a fork.
        unsafe {
            success(libc::pipe(pipe.as_mut_ptr()));
            let child = success(libc::fork());
            if child == 0 {
                libc::dup2(pipe[1], libc::STDERR_FILENO);
                call("dral_planted", access);
                libc::_exit(0);
            }
            success(libc::close(pipe[1]));
            let mut printed = String::new();
            let mut file = std::fs::File::from_raw_fd(pipe[0]);
            std::io::Read::read_to_string(&mut file, &mut printed)
                .expect("text");
            let mut status = 0;
            success(libc::waitpid(child, &mut status, 0));
            (printed, libc::WTERMSIG(status))
        }
    }

    #[test]
    fn an_access_elsewhere_ends_the_test_with_the_name_of_the_function() {
        // Installs the handler, which the children inherit.
        call("", || ());
        for is_written in [false, true] {
            let memory = Memory::new(5000, is_written);
            let argument = memory.passed(8);
            let beyond = argument.wrapping_add(8);
            // SAFETY: within the argument, or what ends the child.
            let (reads, writes) = unsafe {
                (
                    [argument, beyond]
                        .map(|place| process(|| _ = place.read_volatile())),
                    [argument, beyond]
                        .map(|place| process(|| place.write_volatile(1))),
                )
            };
            let is_named = |(printed, signal): &(String, c_int)| {
                let starts = printed.starts_with("dral_planted accesses ");
                assert_eq!(starts, *signal != 0, "{printed}");
                starts
            };
            assert_eq!(reads.each_ref().map(is_named), [false, true]);
            assert_eq!(writes.each_ref().map(is_named), [!is_written, true]);
        }
    }
}

#[cfg(miri)]
mod unguarded {
    use super::MARGIN;

    pub struct Memory {
        /// Of the alignment of every argument.
        _kept: Vec<u64>,
        pub(super) end: *mut u8,
        pub(super) length: usize,
    }

    impl Memory {
        /// Memory for arguments of up to `most` bytes.
        pub fn new(most: usize, _is_written: bool) -> Self {
            let length = (most + MARGIN).next_multiple_of(8);
            let mut kept = vec![0; length / 8];
            let end = kept.as_mut_ptr_range().end.cast();
            Self { _kept: kept, end, length }
        }

        /// What a function gets for the argument.
        pub fn passed(&self, length: usize) -> *mut u8 {
            self.argument(length)
        }
    }

    pub fn call<T>(_name: &'static str, function: impl FnOnce() -> T) -> T {
        function()
    }
}
