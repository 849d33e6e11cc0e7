#include <gtest/gtest.h>

class StackTest {
//^ class StackTest
protected:
    void Fill(int count);
    //^ method StackTest.Fill(int)~2
    int size_;
    //^ field StackTest.size_
};

void StackTest::Fill(int count) { size_ = count; }
//^ method StackTest.Fill(int)

TEST_F(StackTest, Grows) {
//^ method StackTest.Grows
    Fill(3);
    //^ call StackTest.Fill(int) -> StackTest.Grows
    EXPECT_EQ(3, size_);
}

TEST(Plain, Works)
//^ method Plain.Works
{
    StackTest stack;
    stack.Fill(1);
    //^ call StackTest.Fill(int) -> Plain.Works
}
