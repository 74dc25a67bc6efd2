//! Tests of counts against published odds, and what they can and cannot see.

pub mod special;
