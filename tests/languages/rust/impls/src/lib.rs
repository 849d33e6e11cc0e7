// check: call inherit definition
mod show;
mod types;

use show::Show;
use types::{Error, Word};

fn run(word: Word<u8>, error: Error) {
//^ function run
    word.show();
    //^ call src/show.rs#Word.show -> run
    word.value().count();
    //^ call src/types.rs#Part.count -> run; call src/types.rs#Word.value~2 -> run
    word.part().count();
    //^ call src/types.rs#Part.count -> run; call src/types.rs#Word.part~2 -> run
    error.show();
    //^ call src/show.rs#Error.show -> run
    Word::<u8>::parse("x");
    //^ call src/show.rs#Word.parse -> run
    Show::show(&word);
    //^ call src/show.rs#Word.show -> run
    <Error as Show>::show(&error);
    //^ call src/show.rs#Error.show -> run
}
